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

    /// The same of events that have other numbers, or none where they are left out.
    #[must_use]
    pub fn renumbered(&self, numbers: &[Option<EventId>]) -> Self {
        let number = |event: usize| numbers.get(event).copied().flatten();
        let mut new = Self::default();
        for (event, others) in self.0.iter().enumerate() {
            let Some(event) = number(event) else { continue };
            // The other way round it is in the list as well.
            for other in others.iter().filter_map(|other| number(other.0)) {
                if event < other {
                    new.insert(event, other);
                }
            }
        }
        new
    }
}
