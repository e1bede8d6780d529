//! How often each final state was seen, and where first.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::observe::State;

/// Where in a run something was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The launch, from 0.
    pub launch: u64,
    /// The instance in it, from 0.
    pub instance: u64,
}

/// A final state that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// What was observed.
    pub state: State,
    /// How often.
    pub count: u64,
    /// Where first.
    pub first: Place,
}

/// What was seen in a run.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Each state once, in the order in which they were first seen.
    seen: Vec<Seen>,
    index: FxHashMap<State, usize>,
    /// The state that was seen last: mostly the next one is the same, and need not be looked up.
    last: usize,
    /// Instances that ended.
    pub instances: u64,
    /// Instances in which a thread did not come to its end: no model speaks of them.
    pub unfinished: u64,
}

impl Tally {
    /// An instance ended in a state.
    pub fn see(&mut self, state: &[i64], place: Place) {
        self.see_all(state, 1, place);
    }

    /// So many instances ended in a state.
    pub fn see_all(&mut self, state: &[i64], count: u64, place: Place) {
        self.instances += count;
        let last = self.seen.get(self.last);
        if last.is_none_or(|last| *last.state != *state) {
            self.last = match self.index.get(state) {
                Some(&at) => at,
                None => self.seen.len(),
            };
        }
        if let Some(known) = self.seen.get_mut(self.last) {
            known.count += count;
            return;
        }
        self.index.insert(state.into(), self.seen.len());
        self.seen.push(Seen {
            state: state.into(),
            count,
            first: place,
        });
    }

    /// Whether a state was seen.
    #[must_use]
    pub fn has(&self, state: &[i64]) -> bool {
        self.index.contains_key(state)
    }

    /// The states, by their values.
    #[must_use]
    pub fn states(&self) -> Vec<Seen> {
        let mut states = self.seen.clone();
        states.sort_by(|a, b| a.state.cmp(&b.state));
        states
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Tally};

    #[test]
    fn states_that_change_and_stay_are_counted() {
        let mut tally = Tally::default();
        for (instance, value) in [1, 1, 0, 1, 0, 0, 2].into_iter().enumerate() {
            let instance = instance as u64;
            tally.see(
                &[value],
                Place {
                    launch: 0,
                    instance,
                },
            );
        }
        let seen = tally.states();
        let told = seen
            .iter()
            .map(|one| (one.state[0], one.count, one.first.instance));
        assert_eq!(told.collect::<Vec<_>>(), [(0, 3, 2), (1, 3, 0), (2, 1, 6)]);
        assert_eq!(tally.instances, 7);
    }
}
