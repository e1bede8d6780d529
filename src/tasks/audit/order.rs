//! What an outcome tells of an execution: which write each read found.

use crate::tasks::space::{Access, Outcome, Shape};

/// An access, and what is known of it once the program has ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    /// Its thread.
    pub(super) thread: usize,
    /// Which access of the thread it is.
    pub(super) index: usize,
    pub(super) access: Access,
    /// What it found.
    pub(super) found: Option<i64>,
    /// What it wrote.
    pub(super) written: Option<i64>,
}

/// The accesses of a program that has ended so, thread by thread.
pub(super) fn events(shape: &Shape, outcome: &Outcome) -> Vec<Event> {
    let mut events = Vec::new();
    let written = shape.written();
    for (thread, column) in shape.columns.iter().enumerate() {
        let mut found = outcome.reads.get(thread).into_iter().flatten().copied();
        let values = written.get(thread).into_iter().flatten().copied();
        for (index, (access, written)) in column.accesses().zip(values).enumerate() {
            events.push(Event {
                thread,
                index,
                access: *access,
                found: access.kind.reads().then(|| found.next()).flatten(),
                written,
            });
        }
    }
    events
}

/// The accesses of a program, of which nothing is known.
pub(super) fn events_of(shape: &Shape) -> Vec<Event> {
    let nothing = Outcome {
        reads: Vec::new(),
        memory: Vec::new(),
    };
    events(shape, &nothing)
}

/// The write that a read has found; none if it is the initial one.
pub(super) fn source(events: &[Event], read: &Event) -> Option<usize> {
    let found = read.found?;
    let wrote = |event: &Event| {
        event.access.location == read.access.location && event.written == Some(found)
    };
    events.iter().position(wrote)
}

/// Whether some of these steps lead back to where they began.
pub(super) fn cyclic(count: usize, steps: &[(usize, usize)]) -> bool {
    let mut left: Vec<(usize, usize)> = steps.to_vec();
    let mut alive = vec![true; count];
    loop {
        // Who has nobody before them is on no cycle.
        let first = |one: &usize| alive[*one] && !left.iter().any(|(_, to)| to == one);
        let Some(gone) = (0..count).find(first) else {
            return !left.is_empty();
        };
        alive[gone] = false;
        left.retain(|(from, _)| *from != gone);
    }
}

#[cfg(test)]
mod tests {
    use super::cyclic;

    #[test]
    fn cycles_are_seen() {
        assert!(!cyclic(3, &[(0, 1), (1, 2), (0, 2)]));
        assert!(cyclic(3, &[(0, 1), (1, 2), (2, 1)]));
        assert!(cyclic(1, &[(0, 0)]));
        assert!(!cyclic(0, &[]));
    }
}
