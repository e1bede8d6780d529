//! A run with the events of another launch, and an order of its `fence.sc`, of which it may have got more.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::concrete::{Executed, Execution};
use crate::execution::meetings::synchronized;
use crate::execution::scopes::scope_includes;
use crate::kernel::lower::lowered::Lowered;
use crate::program::events::{EventKind, Place, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Fence, Scope};

use super::recall::{Key, Run};

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
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
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

/// The run with the events of another launch; nothing where these are not the same but for fences.
pub(super) fn carried(lowered: &Lowered, keys: &[Option<Key>], run: &Run) -> Option<Execution> {
    let unrolled = &lowered.unrolled;
    let own: BTreeMap<Key, EventId> = (0..)
        .zip(keys)
        .filter_map(|(at, key)| Some(((*key)?, EventId(at))))
        .collect();
    let new = |old: &EventId| own.get(&run.keys.get(old.0).copied().flatten()?).copied();
    let mut reads: BTreeMap<EventId, i64> = BTreeMap::new();
    for (old, executed) in &run.execution.events {
        if let Some(value) = executed.read {
            reads.insert(new(old)?, value);
        }
    }
    let mut made = Execution::default();
    let read = |event: EventId| reads.get(&event).copied().unwrap_or(0);
    for (index, event) in unrolled.events.iter().enumerate() {
        if !unrolled.symbolic.holds(event.guard, &read) {
            continue;
        }
        let id = EventId(index);
        let location = match event.place() {
            Some(Place::Fixed(location)) => Some(location),
            // No launch has such.
            Some(Place::Computed(_)) => return None,
            None => None,
        };
        let executed = Executed {
            location,
            read: reads.get(&id).copied(),
            wrote: unrolled.written(event, &read),
        };
        made.events.insert(id, executed);
    }
    for (reader, writer) in &run.execution.rf {
        made.rf.insert(new(reader)?, new(writer)?);
    }
    for (one, other) in &run.execution.co {
        made.co.push((new(one)?, new(other)?));
    }
    for (barrier, met) in &run.execution.barriers {
        made.barriers.insert(new(barrier)?, *met);
    }
    for (location, last) in &run.execution.last {
        made.last.insert(*location, new(last)?);
    }
    let ends = unrolled.threads.iter().map(|thread| {
        let values = thread.registers.iter();
        values
            .map(|&value| unrolled.symbolic.evaluate(value, &read))
            .collect()
    });
    made.registers = ends.collect();
    let mut known = Vec::new();
    for (one, other) in &run.execution.fence_order {
        known.extend(new(one).zip(new(other)));
    }
    made.fence_order = order_of_fences(&lowered.program, unrolled, &made, &known);
    Some(made)
}
