//! Launches in which no thread waits for ever, as is seen without a solver: whoever goes round a loop finds something else
//! each time, as in a compare-and-swap that is tried again with what it found.
//!
//! In a run without an end somebody goes round for ever. Where nobody writes on such ways, memory stays as it is from some moment on, and
//! where all accesses of a cell are strong, so that its writes are in one order, all looks at it find the same. So a circle in which looks
//! at one cell find different values is left after a while, and where all circles are such, every thread ends.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::components;
use crate::kernel::lower::cells::Datum;
use crate::kernel::lower::graph::{Edge, Graph, Stopped, What};

use super::weak::Weak;

/// After looks at so many nodes of parts of a graph a thread may wait, for all that is known.
const LOOKS: usize = 1_000_000;

/// What is in cells while memory stays as it is.
type Still = BTreeMap<usize, Datum>;

impl Weak<'_> {
    /// Whether it is known that every run comes to an end: no thread of it meets others, nor goes round for ever.
    pub(super) fn ends(&self) -> bool {
        // What is found of one write in several sizes differs.
        let alike = !self.threads.know.mixed();
        let loose = &self.threads.know.weak;
        let mut graphs = self.threads.graphs.iter();
        alike && self.threads.is_whole() && graphs.all(|graph| ends(graph, loose))
    }
}

/// Whether a thread comes to an end; accesses of some cells are not all strong.
fn ends(graph: &Graph, loose: &BTreeSet<usize>) -> bool {
    let alone = graph.nodes.iter().all(|node| match node.what {
        What::Meet(_) | What::Gather(_) => false,
        What::Stop { how, .. } => match how {
            Stopped::Exited | Stopped::Over => true,
            Stopped::Spins | Stopped::Beyond => false,
        },
        // What it finds need not be what memory holds.
        What::Read { access, .. } => !access.non_coherent,
        What::Write { .. } | What::Update { .. } | What::Fence { .. } | What::Choose => true,
    });
    alone && !turns(graph, loose)
}

/// Whether a thread may go round for ever.
fn turns(graph: &Graph, loose: &BTreeSet<usize>) -> bool {
    let all: Vec<usize> = (0..graph.nodes.len()).collect();
    let reads = |at: &usize| graph.nodes[*at].what.read();
    let changes = |part: &Vec<usize>| {
        let mut cells = part.iter().filter_map(reads);
        writes(graph, part) || cells.any(|cell| loose.contains(&cell))
    };
    if circles(graph, &all, &Still::new()).iter().any(changes) {
        return true;
    }
    let mut todo = vec![(all, Still::new())];
    let mut looks = 0;
    while let Some((nodes, still)) = todo.pop() {
        looks += nodes.len();
        for part in circles(graph, &nodes, &still) {
            let Some((cell, values)) = differs(graph, &part, &still) else {
                return true;
            };
            if looks > LOOKS {
                return true;
            }
            for value in values {
                let mut still = still.clone();
                still.insert(cell, value);
                todo.push((part.clone(), still));
            }
        }
    }
    false
}

/// The nodes, in ascending order, of each strongly connected part of some where memory stays so.
fn circles(graph: &Graph, nodes: &[usize], still: &Still) -> Vec<Vec<usize>> {
    let next: Vec<Vec<usize>> = nodes
        .iter()
        .map(|&at| {
            let ways = within(graph, at, nodes).filter(|edge| goes(graph, at, edge, still));
            let places = ways.filter_map(|edge| nodes.binary_search(&edge.to?).ok());
            places.collect()
        })
        .collect();
    let mut found = components(&next);
    found.retain(|part| part.len() > 1 || part.iter().any(|at| next[*at].contains(at)));
    for part in &mut found {
        for at in part.iter_mut() {
            *at = nodes[*at];
        }
        part.sort_unstable();
    }
    found
}

/// The ways on from a node that stay among some.
fn within<'g>(graph: &'g Graph, at: usize, nodes: &[usize]) -> impl Iterator<Item = &'g Edge> {
    let edges = graph.nodes[at].edges.iter();
    edges.filter(move |edge| edge.to.is_some_and(|to| nodes.binary_search(&to).is_ok()))
}

/// Whether a thread may go a way where memory stays so.
fn goes(graph: &Graph, at: usize, edge: &Edge, still: &Still) -> bool {
    let cell = graph.nodes[at].what.read();
    let held = cell.and_then(|cell| still.get(&cell));
    held.zip(edge.on.as_ref())
        .is_none_or(|(held, on)| held == on)
}

/// Whether something is written on a way in a part.
fn writes(graph: &Graph, part: &[usize]) -> bool {
    part.iter().any(|&at| {
        matches!(graph.nodes[at].what, What::Write { .. })
            || within(graph, at, part).any(|edge| edge.new.is_some() || !edge.also.is_empty())
    })
}

/// A cell that looks in a part find different values in: the cell, and the values.
fn differs(graph: &Graph, part: &[usize], still: &Still) -> Option<(usize, Vec<Datum>)> {
    let mut found: BTreeMap<usize, Vec<Datum>> = BTreeMap::new();
    for &at in part {
        let Some(cell) = graph.nodes[at].what.read() else {
            continue;
        };
        for edge in within(graph, at, part).filter(|edge| goes(graph, at, edge, still)) {
            let values = found.entry(cell).or_default();
            // What is not told may be anything.
            if let Some(on) = edge.on
                && !values.contains(&on)
            {
                values.push(on);
            }
        }
    }
    found.into_iter().find(|(_, values)| values.len() > 1)
}

#[cfg(test)]
mod tests;
