//! The L1 of a unit: what a thread's request does, and what an answer of the L2 does.

mod answers;

use crate::drf::device::{Kind, Offer, Request, Response};
use crate::drf::number::small;

use super::bugs::Bug;
use super::channels::Queue;
use super::messages::{Kind as Sort, Message, NONE, To};
use super::system::{EMPTY, Viper};
use super::tables::{L1, One, OneEvent};
use crate::drf::cache::Cache;

/// What a unit knows of a line.
#[derive(Debug, Clone, Copy)]
pub struct Port {
    /// Where it is in the L1, if it is valid.
    pub(super) slot: u32,
    /// Its atomic that is not answered, by the request's tag.
    pub(super) atomic: u32,
    /// Loads that are not answered.
    pub(super) loads: u32,
    /// Stores so far: what was asked for before one of them is not installed.
    pub(super) stamp: u32,
    /// Requests on their way to the L2.
    pub(super) queue: Queue,
    /// The next port that waits for the same line or set.
    pub(super) waits: u32,
    /// Whether it has waited for room already.
    pub(super) waited: bool,
}

impl Port {
    /// Nothing is known.
    pub(super) const NEW: Self = Self {
        slot: NONE,
        atomic: NONE,
        loads: 0,
        stamp: 0,
        queue: EMPTY,
        waits: NONE,
        waited: false,
    };

    pub(super) const fn state(&self) -> One {
        if self.atomic != NONE {
            One::A
        } else if self.slot != NONE {
            One::V
        } else {
            One::I
        }
    }
}

/// The L1 of a unit.
#[derive(Debug, Clone)]
pub struct Unit {
    pub(super) cache: Cache,
    /// The line in each place.
    pub(super) lines: Vec<u32>,
    pub(super) data: Vec<u32>,
    /// The places that hold a line.
    pub(super) used: Vec<u32>,
    /// For each of them, where it stands there.
    listed: Vec<u32>,
    /// Acquires so far.
    pub(super) epoch: u32,
    /// Lines that wait for an atomic.
    pub(super) atomics: u32,
    /// The next acknowledgement will be lost.
    pub(super) loses: bool,
}

impl Unit {
    pub(super) fn new(cache: Cache, words: usize) -> Self {
        let lines = cache.lines() as usize;
        Self {
            cache,
            lines: vec![NONE; lines],
            data: vec![0; lines * words],
            used: Vec::new(),
            listed: vec![NONE; lines],
            epoch: 0,
            atomics: 0,
            loses: false,
        }
    }
}

impl Viper {
    fn hit_l1(&mut self, state: One, event: OneEvent) {
        self.coverage.hit(L1, state as usize, event as usize);
    }

    /// A message of a request, from its unit.
    fn request(&self, unit: u32, request: &Request, kind: Sort) -> Message {
        let words = small(self.words);
        let line = request.word / words;
        let port = &self.ports[self.port(unit, line)];
        Message {
            kind,
            to: To::Unit,
            unit: short(unit),
            word: short(request.word % words),
            thread: short(request.thread),
            acquires: request.kind == Kind::Acquire && !request.scope.is_block(),
            line,
            value: request.value,
            tag: request.tag,
            epoch: self.units[unit as usize].epoch,
            stamp: port.stamp,
            next: NONE,
            data: NONE,
        }
    }

    pub(super) fn load(&mut self, unit: u32, request: &Request) -> Offer {
        let message = self.request(unit, request, Sort::Read);
        let place = self.port(unit, message.line);
        let port = self.ports[place];
        let state = port.state();
        self.hit_l1(state, OneEvent::Load);
        match state {
            One::A => return Offer::Stalled,
            One::V => {
                let at = port.slot as usize * self.words + usize::from(message.word);
                self.answers.push(Response {
                    tag: request.tag,
                    value: Some(self.units[unit as usize].data[at]),
                });
            }
            One::I => {
                self.ports[place].loads += 1;
                self.send(message);
            }
        }
        Offer::Taken
    }

    pub(super) fn store(&mut self, unit: u32, request: &Request) -> Offer {
        let mut message = self.request(unit, request, Sort::Write);
        let place = self.port(unit, message.line);
        let port = self.ports[place];
        let state = port.state();
        self.hit_l1(state, OneEvent::StoreThrough);
        match state {
            One::A => return Offer::Stalled,
            One::V => {
                if self.bugs.has(Bug::L2WholeLine) {
                    let at = port.slot as usize * self.words;
                    let line = &self.units[unit as usize].data[at..at + self.words];
                    message.data = self.messages.keep(line);
                    self.messages.line_mut(message.data)[usize::from(message.word)] = message.value;
                }
                if !self.bugs.has(Bug::StoreKeepsLine) {
                    self.invalidate(unit, port.slot);
                }
            }
            One::I => {}
        }
        if self.bugs.has(Bug::WrongWord) && self.rng.chance(2) {
            message.word = (message.word + 1) % short(small(self.words));
        }
        self.ports[place].stamp += 1;
        self.writes[request.thread as usize] += 1;
        self.send(message);
        Offer::Taken
    }

    pub(super) fn atomic(&mut self, unit: u32, request: &Request) -> Offer {
        // At block scope, too: whoever hands on at device scope what it got so waits for its own writes only.
        let waits = request.kind == Kind::Release && !self.bugs.has(Bug::ReleaseDoesNotWait);
        if waits && self.writes[request.thread as usize] > 0 {
            return Offer::Stalled;
        }
        let message = self.request(unit, request, Sort::Atomic);
        let place = self.port(unit, message.line);
        let port = self.ports[place];
        let state = port.state();
        if state != One::A && port.loads > 0 {
            return Offer::Stalled;
        }
        self.hit_l1(state, OneEvent::Atomic);
        match state {
            One::A => return Offer::Stalled,
            One::V => self.invalidate(unit, port.slot),
            One::I => {}
        }
        self.ports[place].atomic = request.tag;
        self.units[unit as usize].atomics += 1;
        self.send(message);
        Offer::Taken
    }

    /// A line leaves an L1.
    fn invalidate(&mut self, unit: u32, slot: u32) {
        let one = &mut self.units[unit as usize];
        let line = one.lines[slot as usize];
        one.lines[slot as usize] = NONE;
        let at = one.listed[slot as usize];
        one.used.swap_remove(at as usize);
        if let Some(moved) = one.used.get(at as usize) {
            one.listed[*moved as usize] = at;
        }
        let place = self.port(unit, line);
        self.ports[place].slot = NONE;
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "there are at most 4096 units and threads, and 256 words of a line"
)]
const fn short(number: u32) -> u16 {
    number as u16
}
