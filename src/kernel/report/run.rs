//! An execution of a model for people.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::concrete::Execution;
use crate::kernel::interpret::state::{LOOSE, UNINITIALISED};
use crate::kernel::lower::lowered::{Lowered, Told};
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;

use super::answer::Step;
use super::called::in_cuda;
use super::places::Place;
use super::witness::{UNKNOWN, accessed};

/// Whether a run is shown for what it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// It is: where a later step writes the same, the write that is left is said to be. The order of steps is not that
    /// of the memory.
    Matter,
    /// It is shown for something else.
    Open,
}

/// The steps of an execution, thread by thread, each as far as it can go before what it reads is written; and which
/// step each event is.
#[must_use]
pub fn numbered(
    setup: &Setup,
    lowered: &Lowered,
    execution: &Execution,
    ends: Ends,
) -> (Vec<Step>, BTreeMap<EventId, usize>) {
    let mut found: Vec<Step> = Vec::new();
    let mut at: BTreeMap<EventId, usize> = BTreeMap::new();
    let order = order(setup, lowered, execution, ends);
    let still = still(lowered, execution);
    let mut parts: Vec<(EventId, usize)> = Vec::new();
    let mut before = None;
    for &event in &order {
        let first = before.filter(|&first| still.contains(&event) && same(lowered, first, event));
        if first.is_some() {
            parts.extend(found.len().checked_sub(1).map(|step| (event, step)));
            continue;
        }
        before = None;
        if let Some(step) = step(setup, lowered, execution, event) {
            before = Some(event);
            at.insert(event, found.len());
            found.push(step);
        }
    }
    if ends == Ends::Matter {
        left(execution, &at, &mut found);
    }
    at.extend(parts);
    for (event, &index) in &at {
        let source = execution.rf.get(event).and_then(|source| at.get(source));
        found[index].reads_from.extend(source.copied());
    }
    (found, at)
}

/// The updates of memory that no thread changes: where an atomic is wider than what others access, or than the elements
/// of the memory, most change only the first of these.
fn still(lowered: &Lowered, execution: &Execution) -> BTreeSet<EventId> {
    let own = execution
        .events
        .iter()
        .filter(|(event, one)| lowered.told[event.0].is_some() && one.wrote.is_some());
    let changed: BTreeSet<_> = own
        .clone()
        .filter(|(_, one)| one.read != one.wrote)
        .filter_map(|(_, one)| one.location)
        .collect();
    own.filter(|(_, one)| {
        one.location
            .is_some_and(|location| !changed.contains(&location))
    })
    .map(|(event, _)| *event)
    .collect()
}

/// Whether two events are parts of one access.
fn same(lowered: &Lowered, one: EventId, other: EventId) -> bool {
    match (lowered.told[one.0], lowered.told[other.0]) {
        (Some(one), Some(other)) => {
            let access = |told: Told| (told.thread, told.place, told.of);
            one.of.is_some() && one.cell != other.cell && access(one) == access(other)
        }
        (None, _) | (Some(_), None) => false,
    }
}

/// Says of a write that it is left where a later step writes the same.
fn left(execution: &Execution, at: &BTreeMap<EventId, usize>, steps: &mut [Step]) {
    for (event, &index) in at {
        let executed = execution.events.get(event);
        let Some(location) = executed.and_then(|one| one.location) else {
            continue;
        };
        let writes = |other: &EventId| {
            let other = execution.events.get(other);
            other.is_some_and(|one| one.location == Some(location) && one.wrote.is_some())
        };
        let later = at
            .iter()
            .any(|(other, &step)| step > index && writes(other));
        if execution.last.get(&location) == Some(event) && later {
            steps[index].effect.push_str(", which is what is left");
        }
    }
}

/// The events in an order that is an interleaving, where there is one and the run is not shown as one that is none; else one in
/// which nothing is read before it is written.
fn order(setup: &Setup, lowered: &Lowered, execution: &Execution, ends: Ends) -> Vec<EventId> {
    let interleaved = match ends {
        Ends::Matter => None,
        Ends::Open => placed(setup, lowered, execution, Some(&behind(execution))),
    };
    interleaved
        .or_else(|| placed(setup, lowered, execution, None))
        .unwrap_or_default()
}

/// For each event the writes that its own overwrites, and the reads of these.
fn behind(execution: &Execution) -> BTreeMap<EventId, Vec<EventId>> {
    let mut readers: BTreeMap<EventId, Vec<EventId>> = BTreeMap::new();
    for (&read, &write) in &execution.rf {
        readers.entry(write).or_default().push(read);
    }
    let mut found: BTreeMap<EventId, Vec<EventId>> = BTreeMap::new();
    for &(earlier, later) in &execution.co {
        let reads = readers.get(&earlier).into_iter().flatten();
        let others = reads.chain([&earlier]).filter(|other| **other != later);
        found.entry(later).or_default().extend(others);
    }
    found
}

/// The events in an order, each behind these; nothing where there is none. Without them the one that is nearest to some order.
fn placed(
    setup: &Setup,
    lowered: &Lowered,
    execution: &Execution,
    behind: Option<&BTreeMap<EventId, Vec<EventId>>>,
) -> Option<Vec<EventId>> {
    let mut left: Vec<Vec<EventId>> = vec![Vec::new(); setup.threads.len()];
    for &event in execution.events.keys().rev() {
        if let Some(told) = lowered.told[event.0] {
            left[told.thread].push(event);
        }
    }
    let rounds = rounds(lowered, execution);
    let mut done: BTreeSet<EventId> = BTreeSet::new();
    let mut found = Vec::new();
    while left.iter().any(|events| !events.is_empty()) {
        let before = found.len();
        for events in &mut left {
            let last = events.first().copied();
            while let Some(&event) = events.last() {
                let source = execution.rf.get(&event);
                let written = source
                    .is_none_or(|source| lowered.told[source.0].is_none() || done.contains(source));
                // What waits goes on once all have come.
                let waits = Some(event) != last
                    && rounds.get(&event).is_some_and(|others| {
                        others
                            .iter()
                            .any(|other| !done.contains(other) && *other != event)
                    });
                let mut earlier = behind.and_then(|it| it.get(&event)).into_iter().flatten();
                let open = |one: &&EventId| lowered.told[one.0].is_some() && !done.contains(one);
                if !written || earlier.any(|one| open(&one)) {
                    break;
                }
                events.pop();
                done.insert(event);
                found.push(event);
                if waits {
                    break;
                }
            }
        }
        if found.len() > before {
            continue;
        }
        if behind.is_some() {
            return None;
        }
        let events = left.iter_mut().find(|events| !events.is_empty());
        if let Some(event) = events.and_then(Vec::pop) {
            // Reads from what comes later: there is no order of all.
            done.insert(event);
            found.push(event);
        }
    }
    Some(found)
}

/// For each barrier that is executed, those that it meets.
fn rounds(lowered: &Lowered, execution: &Execution) -> BTreeMap<EventId, Vec<EventId>> {
    let pairs =
        crate::execution::meetings::synchronized(&lowered.program, &lowered.unrolled, execution);
    let mut found: BTreeMap<EventId, Vec<EventId>> = BTreeMap::new();
    for (from, to) in pairs {
        found.entry(to).or_default().push(from);
    }
    found
}

fn step(setup: &Setup, lowered: &Lowered, execution: &Execution, event: EventId) -> Option<Step> {
    let told = lowered.told[event.0]?;
    let place = Place::of(setup, told.place.0, told.place.1)?;
    let executed = execution.events.get(&event)?;
    let effect = match told.cell {
        None => in_cuda(&place.opcode),
        Some(cell) => {
            let cell = lowered.know.cells[cell];
            let bytes = cell.common(told.of.unwrap_or(cell));
            let region = &setup.regions[region_of(&setup.regions, bytes.address)?];
            let name = region.element(bytes.address);
            let value = |number: i64| match lowered.numbers.datum(number) {
                Some(datum) if datum.flags & (UNINITIALISED | LOOSE) != 0 => UNKNOWN.to_owned(),
                datum => {
                    let bits = datum.map_or(0, |datum| datum.bits);
                    let value = (cell.part(bits, bytes), bytes.bytes);
                    accessed(setup, region, value, told.place)
                }
            };
            let from = source(setup, lowered, execution, event);
            // What is there at the start is known, also where values are left open.
            let first = || {
                let first = execution.rf.get(&event)?;
                lowered.told[first.0].is_none().then_some(())?;
                let held = region.held_first(bytes.address, bytes.bytes)?;
                Some(accessed(setup, region, (held, bytes.bytes), told.place))
            };
            let found = |read: i64| first().unwrap_or_else(|| value(read));
            match (
                &lowered.unrolled.events[event.0].kind,
                executed.read,
                executed.wrote,
            ) {
                (EventKind::ReadWrite { .. }, Some(read), Some(wrote)) => {
                    format!("{name}: {} -> {}{from}", found(read), value(wrote))
                }
                (_, Some(read), _) => format!("reads {name} = {}{from}", found(read)),
                (_, None, Some(wrote)) => format!("{name} = {}", value(wrote)),
                (_, None, None) => name,
            }
        }
    };
    Some(Step {
        thread: setup.thread_name(told.thread),
        place: place.by(setup, told.thread),
        effect,
        reads_from: Vec::new(),
    })
}

/// Where what is read comes from, where that is not plain.
fn source(setup: &Setup, lowered: &Lowered, execution: &Execution, event: EventId) -> String {
    let Some(source) = execution.rf.get(&event) else {
        return String::new();
    };
    let own = lowered.told[event.0].map(|told| told.thread);
    match lowered.told[source.0] {
        None => ", the initial value".to_owned(),
        Some(told) if Some(told.thread) == own => String::new(),
        Some(told) => format!(", from {}", setup.thread_name(told.thread)),
    }
}
