//! Threads that go in circles.

use crate::kernel::lower::fixpoint::Threads;
use crate::kernel::lower::graph::{Graph, What};

/// Whether a thread can go in a circle in which it reads what weak accesses use.
#[must_use]
pub fn circles(threads: &Threads) -> bool {
    threads.graphs.iter().any(|graph| {
        let weak = |node: usize| match graph.nodes[node].what {
            What::Read { cell, .. } | What::Update { cell, .. } => {
                threads.know.weak.contains(&cell)
            }
            What::Write { .. }
            | What::Fence { .. }
            | What::Meet(_)
            | What::Gather(_)
            | What::Choose
            | What::Stop { .. } => false,
        };
        (0..graph.nodes.len()).any(|node| weak(node) && returns(graph, node))
    })
}

/// Whether a way leads from a node back to it.
fn returns(graph: &Graph, start: usize) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for to in graph.nodes[at].edges.iter().filter_map(|edge| edge.to) {
            if to == start {
                return true;
            }
            if !std::mem::replace(&mut seen[to], true) {
                work.push(to);
            }
        }
    }
    false
}
