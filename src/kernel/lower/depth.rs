//! How far a thread is walked.
//!
//! A thread that goes round on what it finds, and keeps what it adds up, is at a new moment in each lap: a list that others link
//! may lead in circles as far as a walk can tell, which forgets what was read together. Where there are too many ways so, threads
//! are walked once more up to a few laps. Whether an execution goes on behind these is asked, as it is of the loop bound.

use super::walk::Walk;

/// How far threads are walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// How often a thread is at the same moment, with other things written in between.
    pub bound: usize,
    /// How often it comes to the same instruction; nothing for as often as there is anything new.
    pub visits: Option<usize>,
}

impl Depth {
    /// As far as there is anything new.
    #[must_use]
    pub const fn of(bound: usize) -> Self {
        Self {
            bound,
            visits: None,
        }
    }
}

impl Walk<'_, '_> {
    /// Whether a thread that comes from a node is not followed any more: the node's kind and place.
    #[must_use]
    pub fn is_beyond(&self, kind: usize, place: (usize, usize), from: usize) -> bool {
        let (mut at, mut laps, mut visits) = (from, 0, 0);
        while let Some(&(one, before)) = self.before.get(at) {
            laps += usize::from(one == kind);
            visits += usize::from(self.graph.nodes[at].place == place);
            at = before;
        }
        laps > self.depth.bound || self.depth.visits.is_some_and(|most| visits > most)
    }
}
