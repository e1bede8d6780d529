//! The whole: units with their L1s, the L2, memory, and what is on its way.

use crate::drf::config::Config;
use crate::drf::coverage::Coverage;
use crate::drf::device::{Device, Kind, Offer, Request, Response, Step};
use crate::drf::movers::Movers;
use crate::drf::rng::{Rng, Stream};

use super::bugs::{Bug, Bugs};
use super::channels::{Mover, Queue};
use super::l1::{Port, Unit};
use super::l2::Shared;
use super::messages::{Kind as Sort, Message, Messages, NONE, To};
use super::tables::CONTROLLERS;
use crate::drf::cache::Cache;

/// The device.
#[derive(Debug, Clone)]
pub struct Viper {
    pub(super) bugs: Bugs,
    pub(super) rng: Rng,
    clock: u64,
    pub(super) words: usize,
    pub(super) lines: u32,
    threads_per_unit: u32,
    pub(super) messages: Messages,
    pub(super) movers: Movers<Mover>,
    /// For each unit and line, what the unit knows of it.
    pub(super) ports: Vec<Port>,
    pub(super) units: Vec<Unit>,
    pub(super) l2: Shared,
    pub(super) memory: Vec<u32>,
    /// Writes of each thread that are not acknowledged.
    pub(super) writes: Vec<u32>,
    pub(super) coverage: Coverage,
    pub(super) answers: Vec<Response>,
    pub(super) fault: Option<String>,
}

impl Viper {
    /// A device for the threads and words of a run. One in twenty messages is held back, up to `hold` steps.
    #[must_use]
    pub fn new(config: &Config, (l1, l2): (Cache, Cache), bugs: Bugs, hold: u32) -> Self {
        let rng = Rng::new(config.seed, Stream::Device);
        Self::with(config, (l1, l2), bugs, hold, rng)
    }

    /// The same, with choices from elsewhere.
    #[must_use]
    pub fn with(
        config: &Config,
        (l1, l2): (Cache, Cache),
        bugs: Bugs,
        hold: u32,
        rng: Rng,
    ) -> Self {
        let (words, lines) = (config.words() as usize, config.lines());
        let units = config.threads.units;
        Self {
            bugs,
            rng,
            clock: 0,
            words,
            lines,
            threads_per_unit: config.threads.per_unit(),
            messages: Messages::new(words),
            movers: Movers::new(hold),
            ports: vec![Port::NEW; lines as usize * units as usize],
            units: (0..units).map(|_| Unit::new(l1, words)).collect(),
            l2: Shared::new(l2, lines, words),
            memory: vec![0; lines as usize * words],
            writes: vec![0; config.threads.all() as usize],
            coverage: Coverage::new(&CONTROLLERS),
            answers: Vec::new(),
            fault: None,
        }
    }

    /// The place of what a unit knows of a line.
    pub(super) const fn port(&self, unit: u32, line: u32) -> usize {
        unit as usize * self.lines as usize + line as usize
    }

    /// A unit sends a request to the L2.
    pub(super) fn send(&mut self, message: Message) {
        let place = self.port(u32::from(message.unit), message.line);
        let sent = self.messages.add(message);
        let tail = self.ports[place].queue.tail;
        let overtakes = self.bugs.has(Bug::WriteOvertakesWrite)
            && message.kind == Sort::Write
            && tail != NONE
            && self.messages.get(tail).kind == Sort::Write
            && self.rng.below(2) == 0;
        let first = self.ports[place].queue.push(&mut self.messages, sent);
        if overtakes {
            self.swap(tail, sent);
        }
        if first {
            self.moves(Mover::Port(crate::drf::number::small(place)));
        }
    }

    /// Two messages of a queue change places.
    fn swap(&mut self, one: u32, other: u32) {
        let (first, second) = (*self.messages.get(one), *self.messages.get(other));
        *self.messages.get_mut(one) = Message {
            next: first.next,
            ..second
        };
        *self.messages.get_mut(other) = Message {
            next: second.next,
            ..first
        };
    }

    /// The L2 sends to memory: messages of one line keep their order.
    pub(super) fn send_memory(&mut self, message: Message) {
        let line = message.line;
        let sent = self.messages.add(message);
        let queue = &mut self.l2.lines[line as usize].queue;
        if queue.push(&mut self.messages, sent) {
            self.movers.add(Mover::Memory(line));
        }
    }

    /// A response is on its way.
    pub(super) fn respond(&mut self, message: Message) {
        let sent = self.messages.add(message);
        self.moves(Mover::Message(sent));
    }

    /// Something can move now, or is held back.
    fn moves(&mut self, mover: Mover) {
        self.movers.moves(mover, self.clock, &mut self.rng);
    }

    /// Something happened that the protocol has no transition for.
    pub(super) fn undefined(&mut self, controller: usize, state: usize, event: usize) {
        let table = &CONTROLLERS[controller];
        let text = format!(
            "{} has no transition from {} on {}",
            table.name, table.states[state], table.events[event]
        );
        self.fault.get_or_insert(text);
    }

    fn message(&mut self, at: u32) {
        let message = self.messages.take(at);
        match message.to {
            To::Unit => self.unit_hears(&message),
            To::Shared => self.l2_hears(&message),
            To::Later => self.memory_later(&message),
        }
    }

    /// Lets one of those move that can.
    fn step(&mut self, mover: Mover) {
        match mover {
            Mover::Port(place) => self.l2_serves(place),
            Mover::Memory(line) => self.memory_serves(line),
            Mover::Message(at) => self.message(at),
        }
    }
}

impl Device for Viper {
    fn offer(&mut self, request: &Request) -> Offer {
        self.clock += 1;
        let unit = request.thread / self.threads_per_unit;
        match request.kind {
            Kind::Load => self.load(unit, request),
            Kind::Store => self.store(unit, request),
            Kind::Acquire | Kind::Release => self.atomic(unit, request),
        }
    }

    fn ready(&self) -> u32 {
        self.movers.count()
    }

    fn advance(&mut self, answers: &mut Vec<Response>) -> Step {
        if !self.answers.is_empty() {
            answers.append(&mut self.answers);
            return Step::Moved;
        }
        let Some(mover) = self.movers.next(&mut self.clock, &mut self.rng) else {
            return Step::Quiet;
        };
        self.step(mover);
        answers.append(&mut self.answers);
        match self.fault.take() {
            Some(text) => Step::Fault(text),
            None => Step::Moved,
        }
    }

    fn clock(&self) -> u64 {
        self.clock
    }

    fn coverage(&self) -> &Coverage {
        &self.coverage
    }
}

/// The queue of a port or line, empty.
pub(super) const EMPTY: Queue = Queue::EMPTY;
