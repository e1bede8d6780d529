//! The whole: caches, memory, and requests that wait.

use std::collections::{BTreeMap, VecDeque};

use crate::drf::cache::Cache;
use crate::drf::config::Config;
use crate::drf::coverage::Coverage;
use crate::drf::device::{Device, Kind, Offer, Request, Response, Step};
use crate::drf::movers::Movers;
use crate::drf::number::small;
use crate::drf::rng::{Rng, Stream};
use crate::drf::slots::Slots;

use super::bugs::Bug;
use super::tables::{CONTROLLERS, Event, State};

/// The cache of a unit.
#[derive(Debug, Clone)]
struct Unit {
    slots: Slots,
    /// The state of the line in each place.
    states: Vec<State>,
    data: Vec<u32>,
}

/// A unit and a line.
type Port = (u32, u32);

/// The device.
#[derive(Debug, Clone)]
pub struct Msi {
    bug: Option<Bug>,
    rng: Rng,
    clock: u64,
    words: usize,
    threads_per_unit: u32,
    units: Vec<Unit>,
    memory: Vec<u32>,
    /// The requests of a unit to a line that wait, in their order.
    queues: BTreeMap<Port, VecDeque<Request>>,
    movers: Movers<Port>,
    /// Stores of each thread that are not done.
    stores: Vec<u32>,
    coverage: Coverage,
    answers: Vec<Response>,
}

impl Msi {
    /// A device for the threads and words of a run. One request in twenty is held back, up to `hold` steps.
    #[must_use]
    pub fn new(config: &Config, cache: Cache, bug: Option<Bug>, hold: u32) -> Self {
        let words = config.words() as usize;
        let lines = cache.lines() as usize;
        let unit = Unit {
            slots: Slots::new(cache),
            states: vec![State::Invalid; lines],
            data: vec![0; lines * words],
        };
        Self {
            bug,
            rng: Rng::new(config.seed, Stream::Device),
            clock: 0,
            words,
            threads_per_unit: config.threads.per_unit(),
            units: vec![unit; config.threads.units as usize],
            memory: vec![0; config.lines() as usize * words],
            queues: BTreeMap::new(),
            movers: Movers::new(hold),
            stores: vec![0; config.threads.all() as usize],
            coverage: Coverage::new(&CONTROLLERS),
            answers: Vec::new(),
        }
    }

    fn line(&self, word: u32) -> u32 {
        word / small(self.words)
    }

    /// Where a line is in a cache, and its state there.
    fn state(&self, unit: u32, line: u32) -> (Option<usize>, State) {
        let one = &self.units[unit as usize];
        let slot = one.slots.find(line);
        (slot, slot.map_or(State::Invalid, |slot| one.states[slot]))
    }

    fn hit(&mut self, state: State, event: Event) {
        self.coverage.hit(0, state as usize, event as usize);
    }

    /// Performs a request, in one step with all that other caches have to do for it.
    fn perform(&mut self, unit: u32, request: &Request) {
        let line = self.line(request.word);
        let (found, state) = self.state(unit, line);
        let event = match request.kind {
            Kind::Load => Event::Load,
            Kind::Store => Event::Store,
            Kind::Acquire | Kind::Release => Event::Atomic,
        };
        self.hit(state, event);
        if !is_enough(state, request.kind) {
            let wants = if event == Event::Load {
                Event::BusRd
            } else {
                Event::BusRdX
            };
            self.snoop(unit, line, wants);
        }
        let slot = found.unwrap_or_else(|| self.fetch(unit, line));
        let one = &mut self.units[unit as usize];
        let at = slot * self.words + request.word as usize % self.words;
        let was = one.data[at];
        let value = match request.kind {
            Kind::Load => Some(was),
            Kind::Store => {
                one.data[at] = request.value;
                self.stores[request.thread as usize] -= 1;
                None
            }
            Kind::Acquire | Kind::Release => {
                one.data[at] = was.wrapping_add(1);
                Some(was)
            }
        };
        if request.kind != Kind::Load {
            one.states[slot] = State::Modified;
        }
        self.answers.push(Response {
            tag: request.tag,
            value,
        });
    }

    /// The other caches hear what a unit wants of a line.
    fn snoop(&mut self, unit: u32, line: u32, wants: Event) {
        let mut sharers = 0;
        for other in (0..small(self.units.len())).filter(|other| *other != unit) {
            let (Some(slot), state) = self.state(other, line) else {
                continue;
            };
            self.hit(state, wants);
            if state == State::Modified {
                self.write_back(other, slot, line);
            }
            if wants == Event::BusRd {
                self.units[other as usize].states[slot] = State::Shared;
                continue;
            }
            sharers += 1;
            if self.bug == Some(Bug::SharerKept) && sharers == 2 {
                continue;
            }
            self.leave(other, slot);
        }
    }

    /// A line comes from memory to a cache, where another may have to leave.
    fn fetch(&mut self, unit: u32, line: u32) -> usize {
        let (slot, other) = self.units[unit as usize].slots.room(line, &mut self.rng);
        if let Some(other) = other {
            let state = self.units[unit as usize].states[slot];
            self.hit(state, Event::Repl);
            if state == State::Modified && self.bug != Some(Bug::DirtyDataDropped) {
                self.write_back(unit, slot, other);
            }
            self.leave(unit, slot);
        }
        let (at, first) = (slot * self.words, line as usize * self.words);
        let one = &mut self.units[unit as usize];
        one.slots.put(slot, line);
        one.states[slot] = State::Shared;
        one.data[at..at + self.words].copy_from_slice(&self.memory[first..first + self.words]);
        slot
    }

    fn write_back(&mut self, unit: u32, slot: usize, line: u32) {
        let (at, first) = (slot * self.words, line as usize * self.words);
        let data = &self.units[unit as usize].data[at..at + self.words];
        self.memory[first..first + self.words].copy_from_slice(data);
    }

    fn leave(&mut self, unit: u32, slot: usize) {
        let one = &mut self.units[unit as usize];
        one.slots.clear(slot);
        one.states[slot] = State::Invalid;
    }

    /// The first request that waits at a port is performed.
    fn step(&mut self, port: Port) {
        let Some(queue) = self.queues.get_mut(&port) else {
            return;
        };
        let Some(request) = queue.pop_front() else {
            return;
        };
        if queue.is_empty() {
            self.queues.remove(&port);
        } else {
            self.movers.add(port);
        }
        self.perform(port.0, &request);
    }
}

/// Whether a cache can do it alone.
fn is_enough(state: State, kind: Kind) -> bool {
    match state {
        State::Invalid => false,
        State::Shared => kind == Kind::Load,
        State::Modified => true,
    }
}

impl Device for Msi {
    fn offer(&mut self, request: &Request) -> Offer {
        self.clock += 1;
        let unit = request.thread / self.threads_per_unit;
        if request.kind == Kind::Release && self.stores[request.thread as usize] > 0 {
            return Offer::Stalled;
        }
        if request.kind == Kind::Store {
            self.stores[request.thread as usize] += 1;
        }
        let port = (unit, self.line(request.word));
        let alone = is_enough(self.state(unit, port.1).1, request.kind);
        if alone && !self.queues.contains_key(&port) {
            self.perform(unit, request);
            return Offer::Taken;
        }
        let queue = self.queues.entry(port).or_default();
        queue.push_back(*request);
        if queue.len() == 1 {
            self.movers.moves(port, self.clock, &mut self.rng);
        }
        Offer::Taken
    }

    fn ready(&self) -> u32 {
        self.movers.count()
    }

    fn advance(&mut self, answers: &mut Vec<Response>) -> Step {
        if self.answers.is_empty() {
            let Some(port) = self.movers.next(&mut self.clock, &mut self.rng) else {
                return Step::Quiet;
            };
            self.step(port);
        }
        answers.append(&mut self.answers);
        Step::Moved
    }

    fn clock(&self) -> u64 {
        self.clock
    }

    fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    fn has_remote(&self) -> bool {
        true
    }
}
