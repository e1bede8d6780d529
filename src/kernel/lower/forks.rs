//! Values that are not known, where they decide whether a thread does an instruction: both ways are followed.
//!
//! Each such guard is a choice of its own. Two that look at one value may be decided as no value does: there are then
//! more executions than the machine has, so that what holds holds, and what some execution does is only possible, unless
//! one does it in which nothing of the kind decides ([`Threads::apart`]).

use crate::program::LocationId;
use crate::program::symbolic::{EventId, FALSE};

use super::emit::Emitter;
use super::fixpoint::Threads;
use super::graph::{Edge, What};
use super::walk::{Moment, Past, Walk};
use super::ways::Here;

impl Walk<'_, '_> {
    /// The ways on: that where the guard is not true, and that where it is.
    pub fn forked(&mut self, at: usize, moment: &Moment, past: &Past) -> Vec<Edge> {
        let mut edges = Vec::new();
        for truth in [false, true] {
            let mut state = self.state(moment);
            self.machine.choose(&mut state, self.thread, truth);
            edges.push(self.arrive(state, past.clone(), at, None));
        }
        edges
    }
}

impl Threads {
    /// Whether some value decides that is not known.
    #[must_use]
    pub fn forks(&self) -> bool {
        let mut nodes = self.graphs.iter().flat_map(|graph| &graph.nodes);
        nodes.any(|node| matches!(node.what, What::Choose))
    }
}

impl Emitter<'_> {
    /// Lets a thread choose one of two ways.
    pub fn fork(&mut self, thread: usize, here: &mut Here) {
        let guard = here.guard.unwrap_or(FALSE);
        let from = LocationId(self.free);
        self.free += 1;
        self.initial(from, 0);
        let read = EventId(self.out.events.len());
        let picks = self.choice(thread, guard, from);
        let not = self.out.symbolic.not(picks);
        here.decided.insert(read, guard);
        here.chosen = vec![not, picks];
        self.forks.push(from);
    }
}
