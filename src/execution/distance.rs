//! How far an execution is from a sequentially consistent one.
//!
//! An *order* of an execution puts its reads and writes one after another, the read and the write
//! of an atomic as two, such that
//!
//! - every read returns what the last write to its memory before it wrote, that very write;
//! - coherence is kept, and the last write to each memory is the one that its final value is.
//!
//! So an order contains reads-from, coherence and from-reads; there always is one, as these three
//! have no cycle. What an order does not keep is counted as its *relaxations*:
//!
//! - each pair of accesses of one thread whose program order it *reverses*: all pairs count, not
//!   only neighbours, and a pair is reversed if any part of the later access comes before any part
//!   of the earlier one;
//! - each atomic that it *tears*: the last write to the memory before the atomic's write is not the
//!   one that the atomic read from.
//!
//! Barriers have a place in an order too, where a thread comes to one and where it goes on: it does so after all that it
//! waits for have come, and barriers of one thread are not reversed. A pair of an access and a barrier of its thread
//! counts like one of two accesses.
//!
//! The *distance* of an execution is the fewest relaxations of its orders. It is 0 for the
//! executions of a sequentially consistent machine and for no others.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::program::{LocationId, Program};

mod barriers;
mod nearest;

use super::concrete::Execution;

pub use nearest::nearest;

/// One entry of an order: the read or the write of an access; of a barrier, that its thread comes there, or goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The access.
    pub event: EventId,
    /// Its write, or going on; else its read, or coming.
    pub writes: bool,
}

const fn write_of(event: EventId) -> Point {
    Point {
        event,
        writes: true,
    }
}

/// What an order does not keep.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Relaxations {
    /// The pairs of accesses, and of an access and a barrier, of one thread that it reverses, each in program order.
    pub reversed: Vec<(EventId, EventId)>,
    /// The atomics that it tears.
    pub torn: Vec<EventId>,
}

impl Relaxations {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.reversed.len() + self.torn.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Which accesses count: all of a test; of a kernel not those that only say how a run goes on.
pub type Counts<'a> = &'a dyn Fn(EventId) -> bool;

/// How many accesses of threads are executed: reads, writes and atomics, each once.
#[must_use]
pub fn accesses(unrolled: &Unrolled, execution: &Execution) -> usize {
    counted(unrolled, execution, &|_| true)
}

/// How many accesses that count are executed.
#[must_use]
pub fn counted(unrolled: &Unrolled, execution: &Execution, counts: Counts) -> usize {
    Orders::new(None, unrolled, execution, counts)
        .accesses
        .len()
}

/// What an order of an execution does not keep.
///
/// # Errors
///
/// It is no order of this execution.
pub fn relaxations(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
    order: &[Point],
    counts: Counts,
) -> Result<Relaxations, String> {
    let orders = Orders::new(Some(program), unrolled, execution, counts);
    let (mut state, mut result) = (orders.start(), Relaxations::default());
    for &point in order {
        let Some(step) = orders.step(&state, point) else {
            return Err(format!("event {} cannot come here", point.event.0));
        };
        result.reversed.extend(step.reversed);
        result.torn.extend(step.torn);
        state = step.next;
    }
    if !orders.is_end(&state) {
        return Err("the order does not end as the execution does".to_owned());
    }
    result.reversed.sort_unstable();
    result.torn.sort_unstable();
    Ok(result)
}

/// The start of an order: which points there were, and what each memory holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    done: BTreeSet<Point>,
    current: BTreeMap<LocationId, EventId>,
}

struct Step {
    next: State,
    reversed: Vec<(EventId, EventId)>,
    torn: Option<EventId>,
}

struct Orders<'a> {
    execution: &'a Execution,
    unrolled: &'a Unrolled,
    /// The accesses of threads, with the memory of each, in the order of the unrolled program.
    accesses: BTreeMap<EventId, Option<LocationId>>,
    points: BTreeSet<Point>,
    /// The barriers, each with those that it waits for.
    barriers: BTreeMap<EventId, Vec<EventId>>,
}

impl<'a> Orders<'a> {
    fn new(
        program: Option<&Program>,
        unrolled: &'a Unrolled,
        execution: &'a Execution,
        counts: Counts,
    ) -> Self {
        let (mut accesses, mut points) = (BTreeMap::new(), BTreeSet::new());
        for (&event, executed) in &execution.events {
            let known = &unrolled.events[event.0];
            if known.thread.is_none() || known.memory().is_none() || !counts(event) {
                continue;
            }
            let memory = program
                .zip(executed.location)
                .map(|(program, location)| program.location(location).physical);
            accesses.insert(event, memory);
            for (there, writes) in [(executed.read, false), (executed.wrote, true)] {
                if there.is_some() {
                    points.insert(Point { event, writes });
                }
            }
        }
        let barriers = program.map_or_else(BTreeMap::new, |program| {
            barriers::of(program, unrolled, execution, counts)
        });
        points.extend(barriers.keys().flat_map(|&event| barriers::points(event)));
        Self {
            execution,
            unrolled,
            accesses,
            points,
            barriers,
        }
    }

    /// Nothing is done, and each memory holds its initial value.
    fn start(&self) -> State {
        let initial = self.execution.events.iter().filter_map(|(&event, found)| {
            let thread = self.unrolled.events[event.0].thread;
            (thread.is_none()).then_some((found.location?, event))
        });
        State {
            done: BTreeSet::new(),
            current: initial.collect(),
        }
    }

    /// What comes of a point at a place in an order; nothing if it cannot be there.
    fn step(&self, state: &State, point: Point) -> Option<Step> {
        if state.done.contains(&point) || !self.points.contains(&point) {
            return None;
        }
        if let Some(others) = self.barriers.get(&point.event) {
            return self.at_barrier(state, point, others);
        }
        let memory = (*self.accesses.get(&point.event)?)?;
        let source = self.execution.rf.get(&point.event);
        let (mut next, mut torn) = (state.clone(), None);
        if point.writes {
            if !self.is_next_write(state, point.event) {
                return None;
            }
            let before = next.current.insert(memory, point.event);
            let atomic = self.points.contains(&Point {
                writes: false,
                ..point
            });
            torn = (atomic && before.as_ref() != source).then_some(point.event);
        } else if state.current.get(&memory) != source {
            return None;
        }
        next.done.insert(point);
        Some(Step {
            reversed: self.reversed(state, point.event),
            next,
            torn,
        })
    }

    /// Whether all writes that come before one in coherence order are done.
    fn is_next_write(&self, state: &State, write: EventId) -> bool {
        let is_done = |event: EventId| !self.writes(event) || state.done.contains(&write_of(event));
        let mut pairs = self.execution.co.iter();
        pairs.all(|&(from, to)| to != write || is_done(from))
    }

    fn writes(&self, event: EventId) -> bool {
        self.points.contains(&write_of(event))
    }

    /// The pairs that an access reverses by coming now; said once, by its first point.
    fn reversed(&self, state: &State, later: EventId) -> Vec<(EventId, EventId)> {
        let parts = |event: EventId| {
            [false, true]
                .map(|writes| Point { event, writes })
                .into_iter()
                .filter(|point| self.points.contains(point))
        };
        if parts(later).any(|point| state.done.contains(&point)) {
            return Vec::new();
        }
        let thread = |event: EventId| self.unrolled.events[event.0].thread;
        let accesses = self.accesses.range(..later).map(|(&earlier, _)| earlier);
        let barriers = self.barriers.range(..later).map(|(&earlier, _)| earlier);
        accesses
            .chain(barriers)
            .filter(|&earlier| thread(earlier) == thread(later))
            .filter(|&earlier| parts(earlier).any(|point| !state.done.contains(&point)))
            .map(|earlier| (earlier, later))
            .collect()
    }

    /// Whether everything is done, and each memory holds its final value.
    fn is_end(&self, state: &State) -> bool {
        let last = |memory: &LocationId, write: &EventId| {
            let last = self.execution.last.get(memory);
            last.is_none_or(|&last| last == *write || !self.writes(last))
        };
        state.done.len() == self.points.len()
            && state
                .current
                .iter()
                .all(|(memory, write)| last(memory, write))
    }
}
