//! All orders of a small log, tried one by one: serialization for `sc`, `plain` and `strict`, a machine with store
//! buffers for `tso`.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gpu_litmus::trace::log::{Depends, Event, Init, Log, Op, Span};
use gpu_litmus::trace::rules::{Rule, Times};
use gpu_litmus::trace::value::Word;

/// Whether some execution has the log's events (those that are members) and values.
pub fn explained(log: &Log, members: &[u32], rule: Rule, times: Times, backs: bool) -> bool {
    let one = Oracle {
        log,
        members,
        times,
        backs,
    };
    let kept: Vec<u32> = members.to_vec();
    match rule {
        Rule::Sc => one.serial(&kept, |a, b| one.program(a, b)),
        Rule::Strict => one.serial(&kept, |a, b| one.strict(a, b)),
        Rule::Plain => {
            assert!(log.dependencies.is_empty());
            (0..log.locations.len()).all(|place| {
                let here = |event: &u32| {
                    one.of(*event).is_access() && one.of(*event).place as usize == place
                };
                let kept: Vec<u32> = kept.iter().copied().filter(here).collect();
                one.serial(&kept, |a, b| one.program(a, b))
            })
        }
        Rule::Tso => one.buffers(),
    }
}

struct Oracle<'a> {
    log: &'a Log,
    members: &'a [u32],
    times: Times,
    backs: bool,
}

/// What memory holds: an unknown initial value is fixed by the first read.
type Memory = BTreeMap<u32, Word>;

impl Oracle<'_> {
    fn of(&self, event: u32) -> Event {
        self.log.events[event as usize]
    }

    fn program(&self, a: u32, b: u32) -> bool {
        a < b && self.of(a).thread == self.of(b).thread
    }

    fn strict(&self, a: u32, b: u32) -> bool {
        if !self.program(a, b) {
            return false;
        }
        let (one, two) = (self.of(a), self.of(b));
        let full = |event: &Event| matches!(event.op, Op::Fence | Op::Barrier);
        let depends = self
            .log
            .dependencies
            .get(&b)
            .into_iter()
            .flatten()
            .any(|(kind, on)| *on == a && (*kind != Depends::Ctrl || two.writes()));
        (one.is_access() && two.is_access() && one.place == two.place)
            || full(&one)
            || full(&two)
            || (one.reads() && one.mode.order().acquires())
            || (two.writes() && two.mode.order().releases())
            || depends
    }

    /// When a store ends that is written back, by its definition.
    fn span(&self, event: u32) -> Option<Span> {
        let span = self.log.time(event)?;
        let one = self.of(event);
        let mut stores = self.log.written_back.values();
        let buffered = stores.any(|store| self.of(*store).thread == one.thread);
        if !buffered || one.op != Op::Store {
            return Some(span);
        }
        let same = |other: u32| {
            let other = self.of(other);
            other.writes() && other.thread == one.thread && other.place == one.place
        };
        // The first store from this one on that is written back.
        let mut at = event;
        loop {
            let back = self
                .log
                .written_back
                .iter()
                .find(|(_, store)| **store == at);
            if let Some((back, _)) = back {
                let end = self.log.time(*back)?.end;
                return Some(Span {
                    start: span.start,
                    end: end.max(span.end),
                });
            }
            let count = u32::try_from(self.log.events.len()).unwrap();
            match (at + 1..count).find(|other| same(*other)) {
                Some(next) if self.of(next).op == Op::Store => at = next,
                _ => {
                    return Some(Span {
                        start: span.start,
                        end: u64::MAX,
                    });
                }
            }
        }
    }

    fn timed(&self, a: u32, b: u32) -> bool {
        let counts = match self.times {
            Times::Off => false,
            Times::All => true,
            Times::Location => {
                let (a, b) = (self.of(a), self.of(b));
                a.is_access() && b.is_access() && a.place == b.place
            }
        };
        counts
            && self
                .span(a)
                .zip(self.span(b))
                .is_some_and(|(a, b)| a.end < b.start)
    }

    /// When a store was written back: its start and its end, or the place in the log where not all have times.
    fn back(&self, store: u32) -> Option<(u64, u64)> {
        let place = self.of(store).place;
        let backs: Vec<u32> = self
            .log
            .written_back
            .keys()
            .copied()
            .filter(|back| self.of(*back).place == place)
            .collect();
        let all = backs.iter().all(|back| self.log.time(*back).is_some());
        let (back, _) = self
            .log
            .written_back
            .iter()
            .find(|(_, one)| **one == store)?;
        let time = self.log.time(*back).filter(|_| all);
        let logged = (u64::from(*back), u64::from(*back));
        Some(time.map_or(logged, |time| (time.start, time.end)))
    }

    fn backed(&self, a: u32, b: u32) -> bool {
        self.backs
            && self.of(a).place == self.of(b).place
            && self
                .back(a)
                .zip(self.back(b))
                .is_some_and(|(a, b)| a.1 < b.0)
    }

    /// The round of an arrival, counted in the whole log.
    fn round(&self, event: u32) -> Option<(u32, usize)> {
        let one = self.of(event);
        (one.op == Op::Barrier).then(|| {
            let earlier = (0..event).filter(|other| {
                let other = self.of(*other);
                other.op == Op::Barrier && other.thread == one.thread && other.place == one.place
            });
            (one.place, earlier.count())
        })
    }

    /// Whether one arrives at a round that the other comes after.
    fn met(&self, a: u32, b: u32) -> bool {
        let Some(round) = self.round(a) else {
            return false;
        };
        self.members
            .iter()
            .any(|own| *own != a && self.round(*own) == Some(round) && self.program(*own, b))
    }

    fn initial(&self, place: u32, value: Word) -> bool {
        match self.log.locations[place as usize].init {
            Init::Known(init) => init == value,
            Init::Unknown => !self
                .log
                .events
                .iter()
                .any(|one| one.writes() && one.place == place && one.wrote == value),
        }
    }

    /// The memory after an access, if it finds its value.
    fn access(&self, memory: &Memory, one: &Event) -> Option<Memory> {
        let mut memory = memory.clone();
        if one.reads() {
            match memory.get(&one.place) {
                Some(held) if *held == one.read => {}
                None if self.initial(one.place, one.read) => {
                    memory.insert(one.place, one.read);
                }
                _ => return None,
            }
        }
        if one.writes() {
            memory.insert(one.place, one.wrote);
        }
        Some(memory)
    }

    fn serial(&self, events: &[u32], ordered: impl Fn(u32, u32) -> bool) -> bool {
        let fences = |event: u32| !self.of(event).is_access();
        let plain = events.iter().all(|event| !fences(*event));
        let before = |a: u32, b: u32| {
            ordered(a, b) || self.timed(a, b) || self.backed(a, b)
                // Of one location alone there are no barriers.
                || (!plain && self.met(a, b))
        };
        let precedes: Vec<u32> = events
            .iter()
            .map(|b| {
                let mask = events.iter().enumerate().filter(|(_, a)| before(**a, *b));
                mask.fold(0, |mask, (at, _)| mask | 1 << at)
            })
            .collect();
        let mut seen = BTreeSet::new();
        // An initial value that was read and overwritten is remembered by what was done.
        let mut stack = vec![(0_u32, Memory::new(), Memory::new())];
        while let Some((done, memory, first)) = stack.pop() {
            if done.count_ones() as usize == events.len() {
                return true;
            }
            if !seen.insert((done, memory.clone(), first.clone())) {
                continue;
            }
            for (at, event) in events.iter().enumerate() {
                if done >> at & 1 == 1 || precedes[at] & !done != 0 {
                    continue;
                }
                let one = self.of(*event);
                if !one.is_access() {
                    stack.push((done | 1 << at, memory.clone(), first.clone()));
                } else if let Some(next) = self.access(&memory, &one) {
                    stack.push((done | 1 << at, next, first.clone()));
                }
            }
        }
        false
    }

    fn buffers(&self) -> bool {
        let mut threads: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        for &event in self.members {
            threads
                .entry(self.of(event).thread)
                .or_default()
                .push(event);
        }
        let threads: Vec<Vec<u32>> = threads.into_values().collect();
        let start = Machine {
            at: vec![0; threads.len()],
            buffers: vec![VecDeque::new(); threads.len()],
            memory: Memory::new(),
            stored: BTreeSet::new(),
        };
        let mut seen = BTreeSet::new();
        let mut stack = vec![start];
        while let Some(now) = stack.pop() {
            let ended = now
                .at
                .iter()
                .zip(&threads)
                .all(|(at, events)| *at == events.len());
            if ended && now.buffers.iter().all(VecDeque::is_empty) {
                return true;
            }
            if seen.insert(now.clone()) {
                for thread in 0..threads.len() {
                    stack.extend(self.drain(&now, thread));
                    stack.extend(self.step(&now, &threads, thread));
                }
            }
        }
        false
    }

    /// Stores reach memory as they were written back.
    fn may_store(&self, now: &Machine, store: u32) -> bool {
        let earlier = |other: &&u32| self.backed(**other, store) && self.of(**other).writes();
        self.members
            .iter()
            .filter(earlier)
            .all(|other| now.stored.contains(other))
    }

    fn drain(&self, now: &Machine, thread: usize) -> Option<Machine> {
        let mut next = now.clone();
        let store = next.buffers[thread].pop_front()?;
        self.may_store(now, store).then_some(())?;
        next.stored.insert(store);
        next.memory = self.access(&now.memory, &self.of(store))?;
        Some(next)
    }

    fn step(&self, now: &Machine, threads: &[Vec<u32>], thread: usize) -> Option<Machine> {
        let event = *threads[thread].get(now.at[thread])?;
        let one = self.of(event);
        let done = |other: &u32| {
            threads
                .iter()
                .zip(&now.at)
                .any(|(events, at)| events[..*at].contains(other))
        };
        let waits = self
            .members
            .iter()
            .any(|other| self.met(*other, event) && !done(other));
        if waits {
            return None;
        }
        let mut next = now.clone();
        next.at[thread] += 1;
        match one.op {
            Op::Store => next.buffers[thread].push_back(event),
            Op::Load => {
                let own = now.buffers[thread]
                    .iter()
                    .rev()
                    .map(|store| self.of(*store));
                match own.into_iter().find(|store| store.place == one.place) {
                    Some(store) => (store.wrote == one.read).then_some(())?,
                    None => next.memory = self.access(&now.memory, &one)?,
                }
            }
            Op::Rmw | Op::Fence | Op::Barrier => {
                now.buffers[thread].is_empty().then_some(())?;
                if one.op == Op::Rmw {
                    next.memory = self.access(&now.memory, &one)?;
                }
                if one.writes() {
                    self.may_store(now, event).then_some(())?;
                    next.stored.insert(event);
                }
            }
            Op::WriteBack => unreachable!("no member"),
        }
        Some(next)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Machine {
    at: Vec<usize>,
    buffers: Vec<VecDeque<u32>>,
    memory: Memory,
    stored: BTreeSet<u32>,
}
