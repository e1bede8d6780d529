//! Values that justify themselves.

use crate::tasks::space::{Dependency, Outcome, Shape};

use super::order::{cyclic, events, source};

/// Whether reads-from and dependencies have a cycle in an execution that ends so.
pub(super) fn justifies_itself(shape: &Shape, outcome: &Outcome) -> bool {
    let events = events(shape, outcome);
    let mut steps = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if let Some(write) = source(&events, event) {
            steps.push((write, index));
        }
        let own = || {
            let own = events.iter().enumerate();
            own.filter(|(_, other)| other.thread == event.thread)
        };
        let Some(link) = event.access.link else {
            continue;
        };
        let Some((from, _)) = own().find(|(_, other)| other.index == link.from) else {
            continue;
        };
        match link.kind {
            Dependency::Addr | Dependency::Data => steps.push((from, index)),
            // What a branch decides, it decides for all after it.
            Dependency::Ctrl => {
                let after = own().filter(|(_, other)| other.index >= event.index);
                steps.extend(after.map(|(to, _)| (from, to)));
            }
        }
    }
    cyclic(events.len(), &steps)
}
