//! Events of one thread of which no execution has both: they are on different ways through its code.

use super::symbolic::EventId;

/// Pairs of events of which no execution has both. What guards say as well, said so that nobody has to find it out.
#[derive(Debug, Clone, Default)]
pub struct Apart(Vec<Vec<EventId>>);

impl Apart {
    /// That no execution has both.
    pub fn insert(&mut self, a: EventId, b: EventId) {
        let count = a.0.max(b.0) + 1;
        if self.0.len() < count {
            self.0.resize(count, Vec::new());
        }
        for (one, other) in [(a, b), (b, a)] {
            let others = &mut self.0[one.0];
            if let Err(at) = others.binary_search(&other) {
                others.insert(at, other);
            }
        }
    }

    /// The events that no execution with an event has, as far as that is known.
    #[must_use]
    pub fn of(&self, event: EventId) -> &[EventId] {
        self.0.get(event.0).map_or(&[], Vec::as_slice)
    }
}
