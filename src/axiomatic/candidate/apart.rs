//! Nodes of which no execution has both.

use crate::execution::nodes::Nodes;
use crate::program::apart::Apart;
use crate::sat::Lit;
use crate::sat::bitset::BitMatrix;

use super::frame::Frame;

/// The same of nodes as of their events.
pub(super) fn apart(nodes: &Nodes, events: &Apart) -> BitMatrix {
    let mut apart = BitMatrix::new(nodes.len());
    for (at, node) in nodes.list.iter().enumerate() {
        for other in events.of(node.event) {
            let (reads, writes) = nodes.of_event[other.0];
            for with in [reads, writes] {
                apart.insert(at, with);
            }
        }
    }
    apart
}

impl Frame<'_> {
    /// Whether two nodes are executed.
    pub fn both(&mut self, a: usize, b: usize) -> Lit {
        if self.apart.contains(a, b) {
            return Lit::FALSE;
        }
        self.circuit.and(self.executed[a], self.executed[b])
    }
}
