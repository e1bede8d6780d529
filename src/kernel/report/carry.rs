//! An order of the `fence.sc` of a run that got more of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::concrete::Execution;
use crate::execution::meetings::synchronized;
use crate::execution::scopes::scope_includes;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Fence, Scope};

/// For each two executed `fence.sc` that must be ordered (they are of one thread, or the scope of each includes the
/// other's thread), one direction, without circles (PTX ISA, "Fence-SC"). Of all such orders it is one that goes with
/// what program order, barriers, reads and writes already say, and with what is known, as far as these do not
/// contradict each other: others may do where this does not.
#[must_use]
pub fn order_of_fences(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
    known: &[(EventId, EventId)],
) -> Vec<(EventId, EventId)> {
    let fence = |event: &EventId| -> Option<(EventId, ThreadId, Scope)> {
        let it = &unrolled.events[event.0];
        match it.kind {
            EventKind::Fence(Fence::Sc(scope)) => Some((*event, it.thread?, scope)),
            EventKind::Initial { .. }
            | EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::ReadWrite { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. } => None,
        }
    };
    let mut left: Vec<_> = execution.events.keys().filter_map(fence).collect();
    if left.len() < 2 {
        return Vec::new();
    }
    let edges = edges(program, unrolled, execution, known);
    let after: BTreeMap<EventId, BTreeSet<EventId>> = left
        .iter()
        .map(|&(event, ..)| (event, reach(&edges, event)))
        .collect();
    let before = |one: EventId, other: EventId| {
        after[&one].contains(&other) && !after[&other].contains(&one)
    };
    let mut line = Vec::new();
    while !left.is_empty() {
        let free = left.iter().position(|(event, ..)| {
            let mut others = left.iter();
            !others.any(|(other, ..)| before(*other, *event))
        });
        line.push(left.remove(free.unwrap_or(0)));
    }
    let mut found = Vec::new();
    for (index, &(one, here, scope)) in line.iter().enumerate() {
        for &(other, there, far) in &line[index + 1..] {
            let mutual = scope_includes(program, here, scope, there)
                && scope_includes(program, there, far, here);
            if here == there || mutual {
                found.push((one, other));
            }
        }
    }
    found
}

type Edges = BTreeMap<EventId, Vec<EventId>>;

/// What comes before what in a run, as far as it tells.
fn edges(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
    known: &[(EventId, EventId)],
) -> Edges {
    let mut edges = Edges::new();
    let mut add = |from: EventId, to: EventId| edges.entry(from).or_default().push(to);
    let mut last: BTreeMap<ThreadId, EventId> = BTreeMap::new();
    for &event in execution.events.keys() {
        if let Some(thread) = unrolled.events[event.0].thread
            && let Some(before) = last.insert(thread, event)
        {
            add(before, event);
        }
    }
    for (&reader, &writer) in &execution.rf {
        add(writer, reader);
        for &(_, later) in execution.co.iter().filter(|(from, _)| *from == writer) {
            if later != reader {
                add(reader, later);
            }
        }
    }
    let meet = synchronized(program, unrolled, execution);
    for &(from, to) in execution.co.iter().chain(&meet).chain(known) {
        add(from, to);
    }
    edges
}

fn reach(edges: &Edges, from: EventId) -> BTreeSet<EventId> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(event) = open.pop() {
        for &next in edges.get(&event).into_iter().flatten() {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}
