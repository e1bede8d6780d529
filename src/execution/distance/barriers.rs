//! Barriers in an order.

use std::collections::BTreeMap;

use crate::execution::concrete::Execution;
use crate::execution::meetings::synchronized;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;

use super::{Counts, Orders, Point, State, Step};

/// The barriers of an execution that count, each with those that it waits for.
pub fn of(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
    counts: Counts,
) -> BTreeMap<EventId, Vec<EventId>> {
    let all = execution.barriers.keys().copied();
    let mut found: BTreeMap<EventId, Vec<EventId>> = all
        .filter(|&one| counts(one))
        .map(|one| (one, Vec::new()))
        .collect();
    for (from, to) in synchronized(program, unrolled, execution) {
        if let Some(others) = found.get_mut(&to).filter(|_| counts(from)) {
            others.push(from);
        }
    }
    found
}

/// That a thread comes to a barrier, and that it goes on.
pub fn points(event: EventId) -> [Point; 2] {
    [false, true].map(|writes| Point { event, writes })
}

impl Orders<'_> {
    /// What comes of a thread's coming to a barrier, or going on from it, at a place in an order; nothing if that cannot
    /// be there.
    pub(super) fn at_barrier(
        &self,
        state: &State,
        point: Point,
        others: &[EventId],
    ) -> Option<Step> {
        let done = |event: EventId, writes| state.done.contains(&Point { event, writes });
        let thread = |event: EventId| self.unrolled.events[event.0].thread;
        let mut before = self.barriers.range(..point.event).map(|(&one, _)| one);
        let may = if point.writes {
            done(point.event, false) && others.iter().all(|&other| done(other, false))
        } else {
            before.all(|one| thread(one) != thread(point.event) || done(one, true))
        };
        let mut next = state.clone();
        next.done.insert(point);
        may.then(|| Step {
            reversed: self.reversed(state, point.event),
            next,
            torn: None,
        })
    }
}
