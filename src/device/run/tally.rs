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
        if let Some(&at) = self.index.get(state) {
            self.seen[at].count += count;
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
