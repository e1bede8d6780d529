//! The whole: units with their L1s and FIFOs, the L2, and what is on its way.

use std::collections::{BTreeMap, VecDeque};

use crate::drf::cache::Cache;
use crate::drf::config::Config;
use crate::drf::coverage::Coverage;
use crate::drf::device::{self, Device, Kind, Offer, Response, Scope, Step};
use crate::drf::movers::Movers;
use crate::drf::number::small;
use crate::drf::rng::{Rng, Stream};

use super::bugs::Bug;
use super::l1::Unit;
use super::messages::{Atomic, Does, Entry, Message, Mover, Port, Request};
use super::tables::{CONTROLLERS, FIFO, Gate, GateEvent, L1, One, OneEvent};

/// Messages are held back for a shorter time, so many times: each remote atomic waits for a great many of them, and they wait for
/// each other.
const SHORTER: u32 = 16;

/// What a unit has at the L2 of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// Requests on their way, in their order.
    queue: VecDeque<Request>,
    /// Stores and write-backs so far: what was asked for before one of them is not installed.
    pub(super) stamp: u32,
    /// Whether the line is on its way for an atomic.
    pub(super) fetching: bool,
}

/// The device.
#[derive(Debug, Clone)]
pub struct Rsp {
    pub(super) bug: Option<Bug>,
    pub(super) rng: Rng,
    clock: u64,
    pub(super) words: usize,
    threads_per_unit: u32,
    pub(super) units: Vec<Unit>,
    pub(super) lines: BTreeMap<Port, Line>,
    /// What the L2 holds.
    memory: Vec<u32>,
    movers: Movers<Mover>,
    messages: BTreeMap<u64, Message>,
    sent: u64,
    /// Units that the remote atomic that runs waits for: to flush, then to invalidate.
    pub(super) promoting: Option<u32>,
    /// That atomic, until it is on its way to the L2.
    pub(super) promoted: Option<Atomic>,
    /// Remote atomics that wait for it, in their order.
    pub(super) waiting: VecDeque<Atomic>,
    pub(super) coverage: Coverage,
    pub(super) answers: Vec<Response>,
}

impl Rsp {
    /// A device for the threads and words of a run. One message in twenty is held back, up to a sixteenth of `hold` steps.
    #[must_use]
    pub fn new(config: &Config, cache: Cache, bug: Option<Bug>, hold: u32) -> Self {
        let words = config.words() as usize;
        Self {
            bug,
            rng: Rng::new(config.seed, Stream::Device),
            clock: 0,
            words,
            threads_per_unit: config.threads.per_unit(),
            units: vec![Unit::new(cache, words); config.threads.units as usize],
            lines: BTreeMap::new(),
            memory: vec![0; config.lines() as usize * words],
            movers: Movers::new(hold / SHORTER),
            messages: BTreeMap::new(),
            sent: 0,
            promoting: None,
            promoted: None,
            waiting: VecDeque::new(),
            coverage: Coverage::new(&CONTROLLERS),
            answers: Vec::new(),
        }
    }

    pub(super) fn hit_l1(&mut self, state: One, event: OneEvent) {
        self.coverage.hit(L1, state as usize, event as usize);
    }

    pub(super) fn hit_fifo(&mut self, unit: u32, event: GateEvent) {
        let gate = self.units[unit as usize].gate;
        self.coverage.hit(FIFO, gate as usize, event as usize);
    }

    /// A word's line, and its place there.
    pub(super) fn place(&self, word: u32) -> (u32, u32) {
        let words = small(self.words);
        (word / words, word % words)
    }

    /// A message that may overtake others.
    pub(super) fn send(&mut self, message: Message) {
        self.sent += 1;
        self.messages.insert(self.sent, message);
        let mover = Mover::Message(self.sent);
        self.movers.moves(mover, self.clock, &mut self.rng);
    }

    /// A request to the L2, behind those of its unit to its line.
    pub(super) fn ask(&mut self, port: Port, request: Request) {
        let queue = &mut self.lines.entry(port).or_default().queue;
        queue.push_back(request);
        if queue.len() == 1 {
            let mover = Mover::Port(port);
            self.movers.moves(mover, self.clock, &mut self.rng);
        }
    }

    /// A unit's FIFO goes on.
    pub(super) fn wake_fifo(&mut self, unit: u32) {
        self.movers.add(Mover::Fifo(unit));
    }

    /// The L2 serves the first request of a unit to a line.
    fn serve(&mut self, port: Port) {
        let Some(line) = self.lines.get_mut(&port) else {
            return;
        };
        let Some(request) = line.queue.pop_front() else {
            return;
        };
        if !line.queue.is_empty() {
            self.movers.add(Mover::Port(port));
        }
        let first = port.1 as usize * self.words;
        match request {
            Request::Read(read) => {
                let data = self.memory[first..first + self.words].to_vec();
                self.send(Message::Fill(port, read, data));
            }
            Request::Write(words) => {
                for (word, value) in words {
                    self.memory[first + word as usize] = value;
                }
                self.send(Message::Written(port.0));
            }
        }
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Fill(port, read, data) => self.fill(port, read, &data),
            Message::Written(unit) => self.written(unit),
            Message::Flush(unit) => self.flush(unit),
            Message::Flushed => self.flushed(),
            Message::Atomic(atomic) => {
                let word = &mut self.memory[atomic.word as usize];
                let value = *word;
                *word = value.wrapping_add(1);
                self.send(Message::Done(atomic, value));
            }
            Message::Done(atomic, value) => self.done(atomic, value),
            Message::Invalidate(unit) => self.invalidated(unit),
        }
    }

    /// An acquire, a release, or both.
    fn atomic(&mut self, unit: u32, request: &device::Request) -> Offer {
        self.hit_fifo(unit, GateEvent::Atomic);
        // A remote one waits for its turn anyway.
        let stalls = self.units[unit as usize].gate == Gate::Stalled;
        if stalls && request.scope != Scope::Remote {
            return Offer::Stalled;
        }
        let atomic = |does| Atomic {
            tag: request.tag,
            unit,
            word: request.word,
            does,
        };
        match (request.scope, request.kind) {
            (Scope::Block | Scope::Home, _) => return self.atomic_here(unit, request),
            (Scope::Remote, _) => self.promote(atomic(Does::Promote)),
            (Scope::Device, Kind::Release) => {
                self.put(unit, Entry::Marker(Some(atomic(Does::Release))));
            }
            (Scope::Device, Kind::Acquire | Kind::Load | Kind::Store) => {
                self.send(Message::Atomic(atomic(Does::Acquire)));
            }
        }
        Offer::Taken
    }
}

impl Device for Rsp {
    fn offer(&mut self, request: &device::Request) -> Offer {
        self.clock += 1;
        let unit = request.thread / self.threads_per_unit;
        match request.kind {
            Kind::Load => self.load(unit, request),
            Kind::Store => {
                self.hit_fifo(unit, GateEvent::Store);
                self.store(unit, request);
            }
            Kind::Acquire | Kind::Release => return self.atomic(unit, request),
        }
        Offer::Taken
    }

    fn ready(&self) -> u32 {
        self.movers.count()
    }

    fn advance(&mut self, answers: &mut Vec<Response>) -> Step {
        if self.answers.is_empty() {
            let Some(mover) = self.movers.next(&mut self.clock, &mut self.rng) else {
                return Step::Quiet;
            };
            match mover {
                Mover::Port(port) => self.serve(port),
                Mover::Fifo(unit) => self.drain(unit),
                Mover::Message(number) => {
                    if let Some(message) = self.messages.remove(&number) {
                        self.message(message);
                    }
                }
            }
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
