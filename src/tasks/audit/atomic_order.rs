//! One order of all accesses, as memory that reaches all threads at once would have it.

use crate::tasks::space::{Outcome, Shape};

use super::order::{Event, cyclic, events, source};

/// Whether some order of the writes of each location, the last one leaving what memory holds, gives one order
/// of all accesses that has each read after the write of another thread that it found and before the next
/// one, and these pairs in order: a thread and two of its accesses each.
pub(super) fn explained(shape: &Shape, outcome: &Outcome, kept: &[(usize, usize, usize)]) -> bool {
    let events = events(shape, outcome);
    let at = |thread: usize, index: usize| {
        let here = |event: &Event| event.thread == thread && event.index == index;
        events.iter().position(here)
    };
    let mut steps: Vec<(usize, usize)> = kept
        .iter()
        .filter_map(|&(thread, before, after)| Some((at(thread, before)?, at(thread, after)?)))
        .collect();
    for (read, event) in events.iter().enumerate() {
        let found = source(&events, event);
        let apart = found.filter(|&write| events[write].thread != event.thread);
        steps.extend(apart.map(|write| (write, read)));
    }
    any_order(shape, outcome, &events, 0, &steps)
}

/// Tries all orders of the writes of a location, and of those after it.
fn any_order(
    shape: &Shape,
    outcome: &Outcome,
    events: &[Event],
    location: usize,
    steps: &[(usize, usize)],
) -> bool {
    if cyclic(events.len(), steps) {
        return false;
    }
    if location == shape.spaces.len() {
        return true;
    }
    let here = |event: &Event| event.access.location == location;
    let writes: Vec<usize> = (0..events.len())
        .filter(|&index| here(&events[index]) && events[index].written.is_some())
        .collect();
    orders(&writes).iter().any(|order| {
        let last = order.last().and_then(|&write| events[write].written);
        if last.unwrap_or(0) != outcome.memory.get(location).copied().unwrap_or(0) {
            return false;
        }
        let mut steps = steps.to_vec();
        steps.extend(order.windows(2).map(|pair| (pair[0], pair[1])));
        for (read, event) in events.iter().enumerate() {
            if !here(event) || event.found.is_none() {
                continue;
            }
            let found = source(events, event);
            let place = found.and_then(|write| order.iter().position(|&one| one == write));
            let later = order.iter().skip(place.map_or(0, |place| place + 1));
            steps.extend(
                later
                    .filter(|&&write| write != read)
                    .map(|&write| (read, write)),
            );
        }
        any_order(shape, outcome, events, location + 1, &steps)
    })
}

fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in of {
        found = found
            .iter()
            .flat_map(|before| {
                let rest = of.iter().filter(|one| !before.contains(one));
                rest.map(move |&one| [&before[..], &[one]].concat())
            })
            .collect();
    }
    found
}
