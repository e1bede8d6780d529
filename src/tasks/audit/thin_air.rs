//! Values that justify themselves.

use crate::tasks::space::{Dependency, Outcome, Shape};

use super::order::{Event, cyclic, events, source};

/// Whether reads-from and dependencies have a cycle in an execution that ends so.
pub(super) fn justifies_itself(shape: &Shape, outcome: &Outcome) -> bool {
    let events = events(shape, outcome);
    let mut steps = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if let Some(write) = source(&events, event) {
            steps.push((write, index));
        }
        steps.extend(depends(&events, index));
    }
    cyclic(events.len(), &steps)
}

/// What the dependency of an event orders.
pub(super) fn depends(events: &[Event], index: usize) -> Vec<(usize, usize)> {
    let Some((event, link)) = events
        .get(index)
        .and_then(|one| Some((one, one.access.link?)))
    else {
        return Vec::new();
    };
    let own = || {
        let own = events.iter().enumerate();
        own.filter(|(_, other)| other.thread == event.thread)
    };
    let Some((from, _)) = own().find(|(_, other)| other.index == link.from) else {
        return Vec::new();
    };
    match link.kind {
        Dependency::Addr | Dependency::Data => vec![(from, index)],
        // What a branch decides, it decides for all after it.
        Dependency::Ctrl => {
            let after = own().filter(|(_, other)| other.index >= event.index);
            after.map(|(to, _)| (from, to)).collect()
        }
    }
}
