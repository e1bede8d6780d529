//! The walk through a log in an order that its read-modify-writes allow, with a clock for each thread.

use rustc_hash::FxHashMap;

use crate::trace::bend::{Bend, bent};
use crate::trace::log::{Event, Init, Log, Op};
use crate::trace::value::Word;

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The events in the order of the walk.
    pub(super) order: Vec<u32>,
    /// The writes of each location in that order.
    pub(super) coherence: Vec<(u32, Vec<u32>)>,
    /// Two accesses that nothing orders.
    pub(super) race: Option<[u32; 2]>,
    /// The first read that did not return the last write.
    pub(super) stale: Option<Stale>,
    /// Read-modify-writes that never found what they read.
    pub(super) stuck: Vec<u32>,
}

/// A read that did not return the last write.
#[derive(Debug)]
pub(super) struct Stale {
    pub(super) read: u32,
    /// The last write; none if nothing was written.
    pub(super) write: Option<u32>,
    /// What orders the two.
    pub(super) rests_on: Vec<u32>,
}

/// When an access was, in its thread's own time.
#[derive(Debug, Clone, Copy)]
struct Seen {
    thread: u16,
    time: u32,
    event: u32,
}

#[derive(Debug, Clone, Default)]
struct Place {
    value: Option<Word>,
    write: Option<Seen>,
    reads: Vec<Seen>,
    writes: Vec<u32>,
    /// What releases of it have told.
    told: Vec<u32>,
}

struct Walking<'a> {
    log: &'a Log,
    clocks: Vec<Vec<u32>>,
    places: Vec<Place>,
    waiting: FxHashMap<(u32, Word), usize>,
    found: Walk,
}

/// Walks through a log, where the threads of some events end there.
pub(super) fn walk(log: &Log, lost: &[u32]) -> Walk {
    let count = log.threads.len();
    let mut threads: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (number, event) in (0..).zip(&log.events) {
        threads[usize::from(event.thread)].push(number);
    }
    let clock = |thread: usize| {
        let mut clock = vec![0; count];
        clock[thread] = 1;
        clock
    };
    let mut walking = Walking {
        log,
        clocks: (0..count).map(clock).collect(),
        places: log
            .locations
            .iter()
            .map(|one| Place::new(one.init))
            .collect(),
        waiting: FxHashMap::default(),
        found: Walk::default(),
    };
    let mut next = vec![0; count];
    let mut ready: Vec<usize> = (0..count).rev().collect();
    while let Some(thread) = ready.pop() {
        while let Some(&number) = threads[thread].get(next[thread]) {
            if lost.contains(&number) {
                break;
            }
            let event = &log.events[number as usize];
            if event.op == Op::Rmw {
                let place = &mut walking.places[event.place as usize];
                if place.value != Some(event.read) && !bent(Bend::ClockStuck) {
                    walking.waiting.insert((event.place, event.read), thread);
                    break;
                }
                walking.update(number, event);
                let woken = walking.waiting.remove(&(event.place, event.wrote));
                ready.extend(woken);
            } else {
                walking.access(number, event);
            }
            walking.found.order.push(number);
            next[thread] += 1;
            if walking.found.race.is_some() {
                return walking.found;
            }
        }
    }
    let stuck = walking.waiting.values();
    let mut stuck: Vec<u32> = stuck
        .map(|thread| threads[*thread][next[*thread]])
        .collect();
    stuck.sort_unstable();
    let writes = walking.places.into_iter().map(|place| place.writes);
    let coherence = (0..).zip(writes).filter(|(_, writes)| !writes.is_empty());
    Walk {
        stuck,
        coherence: coherence.collect(),
        ..walking.found
    }
}

impl Place {
    fn new(init: Init) -> Self {
        Self {
            value: match init {
                Init::Known(value) => Some(value),
                Init::Unknown => None,
            },
            ..Self::default()
        }
    }
}

impl Walking<'_> {
    fn seen(&self, thread: u16, number: u32) -> Seen {
        Seen {
            thread,
            time: self.clocks[usize::from(thread)][usize::from(thread)],
            event: number,
        }
    }

    /// Whether what was seen happened before what a thread does now.
    fn before(&self, seen: &Seen, thread: u16) -> bool {
        seen.thread == thread
            || seen.time <= self.clocks[usize::from(thread)][usize::from(seen.thread)]
    }

    fn update(&mut self, number: u32, event: &Event) {
        let place = &mut self.places[event.place as usize];
        place.value = Some(event.wrote);
        place.writes.push(number);
        let thread = usize::from(event.thread);
        let clock = &mut self.clocks[thread];
        let order = event.mode.order();
        if order.acquires() && !bent(Bend::ClockAcquire) {
            join(clock, &place.told);
        }
        if order.releases() && !bent(Bend::ClockRelease) {
            place.told.resize(clock.len(), 0);
            join(&mut place.told, clock);
            clock[thread] += u32::from(!bent(Bend::ClockTicks));
        }
    }

    fn access(&mut self, number: u32, event: &Event) {
        let at = event.place as usize;
        let now = self.seen(event.thread, number);
        let place = &self.places[at];
        let write = place.write.iter().filter(|_| !bent(Bend::ClockWrites));
        let mut against = write.chain(
            // Two reads never race.
            if event.writes() && !bent(Bend::ClockReads) {
                &place.reads[..]
            } else {
                &[]
            },
        );
        let race = against.find(|seen| !self.before(seen, event.thread));
        if let Some(seen) = race {
            self.found.race.get_or_insert([seen.event, number]);
            return;
        }
        if event.writes() {
            let place = &mut self.places[at];
            place.value = Some(event.wrote);
            place.write = Some(now);
            place.reads.clear();
            place.writes.push(number);
            return;
        }
        let stale = place.value != Some(event.read) && !bent(Bend::ClockStale);
        if self.found.stale.is_none() && stale {
            let write = place.write.map(|seen| seen.event);
            self.found.stale = Some(Stale {
                read: number,
                write,
                rests_on: self.rests_on(number, event, write),
            });
        }
        let place = &mut self.places[at];
        match place
            .reads
            .iter_mut()
            .find(|seen| seen.thread == event.thread)
        {
            Some(seen) => *seen = now,
            None => place.reads.push(now),
        }
    }

    /// The writes of the read's location before it, and all read-modify-writes of the walk so far that order anything for it: those
    /// of the locations that its threads have in common.
    fn rests_on(&self, number: u32, event: &Event, write: Option<u32>) -> Vec<u32> {
        let log = self.log;
        let mut events = vec![number];
        events.extend(write);
        let same = |one: &&u32| log.events[**one as usize].wrote == event.read;
        let place = &self.places[event.place as usize];
        events.extend(place.writes.iter().rev().find(same));
        let threads: Vec<u16> = events
            .iter()
            .map(|one| log.events[*one as usize].thread)
            .collect();
        if threads.iter().any(|thread| *thread != event.thread) {
            let atomics = self.found.order.iter().copied();
            events.extend(atomics.filter(|one| log.events[*one as usize].op == Op::Rmw));
        }
        events.sort_unstable();
        events.dedup();
        events
    }
}

fn join(clock: &mut [u32], other: &[u32]) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}
