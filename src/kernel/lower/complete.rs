//! What is in the graphs of all threads.

use super::fixpoint::Threads;
use super::graph::{Note, Stopped, What};

impl Threads {
    /// Whether all is in their graphs that threads do, in as many laps as they like: no way is cut, and none is left out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let cut = |what: &What| {
            let how = Stopped::Beyond;
            matches!(what, What::Stop { how: one, .. } if *one == how)
        };
        let mut nodes = self.graphs.iter().flat_map(|graph| &graph.nodes);
        self.visits.is_none()
            && nodes.all(|node| !cut(&node.what) && node.edges.iter().all(|edge| edge.to.is_some()))
    }

    /// What is to be said of what threads do on all their ways.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        let graphs = self.graphs.iter();
        graphs.flat_map(|graph| {
            let edges = graph.nodes.iter().flat_map(|node| &node.edges);
            let edges = edges.chain(&graph.entry).flat_map(|edge| &edge.notes);
            edges.chain(graph.nodes.iter().flat_map(|node| &node.notes))
        })
    }
}
