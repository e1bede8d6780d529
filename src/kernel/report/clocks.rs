//! What orders what in one run, by vector clocks.
//!
//! Two readings: [`Reading::Least`] counts program order and barriers only, and takes any two conflicting
//! accesses for unordered that these leave so; [`Reading::Most`] counts all that could order, fences and
//! strong accesses of whatever scope included. Where the first finds nothing unordered, all runs under
//! every model are this one; what the second finds unordered is a race.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::interpret::Event;
use crate::kernel::setup::Setup;
use crate::ptx::operation::{Access, Operation, Order, Scope};
use crate::stop::{Open, Stop};

use super::rounds::{Barrier, Rounds};
use super::sequence::Sequence;
use super::sizes::operations;
use super::unordered::Unordered;

/// How much is taken to order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// No more than certainly does.
    Least,
    /// No less than could.
    Most,
}

/// For each thread, how many of its steps are known.
pub type Clock = Vec<u64>;

/// Knows both.
pub fn join(into: &mut Clock, from: &[u64]) {
    for (a, b) in into.iter_mut().zip(from) {
        *a = (*a).max(*b);
    }
}

/// An access that was made.
#[derive(Debug, Clone, Copy)]
struct Made {
    event: usize,
    thread: usize,
    time: u64,
    address: u64,
    bytes: u64,
    writes: bool,
    strong: Option<Scope>,
}

pub(super) struct Clocks<'a> {
    setup: &'a Setup,
    reading: Reading,
    /// For each launch those that end before it begins.
    earlier: Vec<BTreeSet<usize>>,
    now: Vec<Clock>,
    /// What a thread's strong writes publish: what came before its last fence.
    fenced: Vec<Clock>,
    /// What a thread's strong reads have seen, and a fence would make known.
    seen: Vec<Clock>,
    /// What a byte's last write published.
    published: BTreeMap<u64, Clock>,
    made: BTreeMap<u64, Vec<Made>>,
    pub rounds: Rounds,
    pub sequence: Sequence,
    /// The threads that pass a `fence.sc`.
    pub sequential: BTreeSet<usize>,
    /// Strong writes that a byte holds or that its last atomics found, and those that were observed.
    chain: BTreeMap<u64, Vec<usize>>,
    observed: BTreeSet<usize>,
}

impl<'a> Clocks<'a> {
    pub fn new(setup: &'a Setup, reading: Reading) -> Self {
        let threads = setup.threads.len();
        let zero = || vec![0; threads];
        Self {
            setup,
            reading,
            earlier: setup.earlier(),
            now: vec![zero(); threads],
            fenced: vec![zero(); threads],
            seen: vec![zero(); threads],
            published: BTreeMap::new(),
            made: BTreeMap::new(),
            rounds: Rounds::default(),
            sequence: Sequence::default(),
            sequential: BTreeSet::new(),
            chain: BTreeMap::new(),
            observed: BTreeSet::new(),
        }
    }

    pub fn run(&mut self, events: &[Event], stop: &Stop) -> Result<Vec<Unordered>, Open> {
        let mut found = BTreeMap::new();
        for index in 0..events.len() {
            // Each is held against all before it.
            stop.check()?;
            for pair in self.event(events, index) {
                let site = |at: usize| (events[at].function, events[at].at);
                found
                    .entry((site(pair.first), site(pair.second)))
                    .or_insert(pair);
            }
        }
        Ok(found.into_values().collect())
    }
}

impl Clocks<'_> {
    pub fn event(&mut self, events: &[Event], index: usize) -> Vec<Unordered> {
        let event = &events[index];
        let thread = event.thread;
        let launches = &self.earlier[self.setup.threads[thread].launch];
        let threads = self.setup.threads.iter().enumerate();
        for (other, _) in threads.filter(|(_, one)| launches.contains(&one.launch)) {
            let clock = self.now[other].clone();
            join(&mut self.now[thread], &clock);
        }
        self.rounds
            .learn(thread, &mut self.now[thread], self.reading);
        self.now[thread][thread] += 1;
        self.sequence.step(thread, &self.now[thread]);
        let body = self.setup.module.functions[event.function].body.as_ref();
        let Some(instruction) = body.and_then(|body| body.code.get(event.at)) else {
            return Vec::new();
        };
        let operation = &instruction.operation;
        if let Operation::Barrier { .. } = operation {
            let barrier = (self.setup.threads[thread].block, event.barrier, u64::MAX);
            self.come((thread, barrier), (operation, event.waits_for));
        } else if let Operation::WarpBarrier { .. } = operation {
            let it = self.setup.threads[thread];
            let lanes = (it.block, it.warp(), event.barrier);
            self.come((thread, lanes), (operation, None));
        } else if let Operation::Fence { sequential, .. } = operation {
            self.fence(thread, *sequential);
        }
        match operation.access() {
            Some((access, _, _)) => {
                let strong =
                    matches!(operation, Operation::Atomic { .. }) || access.order != Order::Weak;
                self.accesses(event, index, access, strong)
            }
            None => Vec::new(),
        }
    }

    fn come(&mut self, by: (usize, Barrier), how: (&Operation, Option<u64>)) {
        let now = &self.now[by.0];
        self.rounds.come(by, how, now, self.reading);
    }

    fn fence(&mut self, thread: usize, sequential: bool) {
        if self.reading == Reading::Least {
            return;
        }
        let seen = self.seen[thread].clone();
        join(&mut self.now[thread], &seen);
        if sequential {
            self.sequential.insert(thread);
            self.sequence.pass(thread, &mut self.now[thread]);
        }
        self.fenced[thread].clone_from(&self.now[thread]);
    }

    fn accesses(
        &mut self,
        event: &Event,
        index: usize,
        access: Access,
        strong: bool,
    ) -> Vec<Unordered> {
        let thread = event.thread;
        let mut found = Vec::new();
        for (address, bytes, read, written) in operations(self.setup, event) {
            self.sequence
                .access(thread, address..address + bytes, written);
            if read && strong && self.reading == Reading::Most {
                for byte in address..address + bytes {
                    if let Some(clock) = self.published.get(&byte) {
                        join(&mut self.seen[thread], clock);
                    }
                    self.observed
                        .extend(self.chain.get(&byte).into_iter().flatten());
                }
                if matches!(access.order, Order::Acquire | Order::AcquireRelease) {
                    let seen = self.seen[thread].clone();
                    join(&mut self.now[thread], &seen);
                }
            }
            let made = Made {
                event: index,
                thread,
                time: self.now[thread][thread],
                address,
                bytes,
                writes: written,
                strong: strong.then_some(access.scope),
            };
            found.extend(self.races(made));
            for byte in address..address + bytes {
                self.made.entry(byte).or_default().push(made);
            }
            if written && self.reading == Reading::Most {
                self.publish(made, access, read);
            }
        }
        found
    }

    fn publish(&mut self, made: Made, access: Access, update: bool) {
        if matches!(access.order, Order::Release | Order::AcquireRelease) {
            self.fenced[made.thread].clone_from(&self.now[made.thread]);
        }
        for byte in made.address..made.address + made.bytes {
            let mut clock = vec![0; self.now.len()];
            let chain = self.chain.entry(byte).or_default();
            if !update {
                chain.clear();
            }
            if made.strong.is_some() {
                clock.clone_from(&self.fenced[made.thread]);
                chain.push(made.event);
            }
            // An atomic passes on what it found; so does a thread that has published before.
            if let Some(before) = self
                .published
                .get(&byte)
                .filter(|_| update || made.strong.is_some())
            {
                join(&mut clock, before);
            }
            self.published.insert(byte, clock);
        }
    }

    fn races(&self, made: Made) -> Vec<Unordered> {
        let mut found = Vec::new();
        for byte in made.address..made.address + made.bytes {
            for before in self.made.get(&byte).into_iter().flatten() {
                let ordered = before.time <= self.now[made.thread][before.thread];
                let conflict = before.thread != made.thread && (before.writes || made.writes);
                let ordered = ordered || self.observed.contains(&before.event);
                let strong = self.reading == Reading::Most && self.morally_strong(*before, made);
                if conflict && !ordered && !strong {
                    found.push(Unordered {
                        first: before.event,
                        second: made.event,
                        mixed: (before.address, before.bytes) != (made.address, made.bytes),
                    });
                }
            }
        }
        found
    }

    /// Both strong, of the same bytes, and each in the other's scope.
    fn morally_strong(&self, one: Made, other: Made) -> bool {
        let reaches = |scope: Scope| {
            let [a, b] = [one, other].map(|made| self.setup.threads[made.thread]);
            match scope {
                Scope::Block => a.block == b.block,
                Scope::Device => {
                    self.setup.launches[a.launch].device == self.setup.launches[b.launch].device
                }
                Scope::System => true,
            }
        };
        let same = (one.address, one.bytes) == (other.address, other.bytes);
        match (one.strong, other.strong) {
            (Some(first), Some(second)) => same && reaches(first) && reaches(second),
            (None, _) | (_, None) => false,
        }
    }
}
