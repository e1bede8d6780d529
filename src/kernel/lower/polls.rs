//! Polls: reads of one cell, each like the one before it, until one of them finds something else.
//!
//! A library's wait is often the same read many times over: the compiler unrolls it, or a counter says when to sleep. Each is at
//! a moment of its own. What is said of loops that count ([`super::tries`]) holds of these reads, too: of many a few are kept, by
//! the same rule. Two things are said here besides. Reads at different instructions are alike where they are of the same CUDA line,
//! as it is written once. And a thread may come to the middle of such a chain, as where it found something else in a chain before:
//! where at least as many reads are still ahead of it as are kept, it is led to the first, from which the same ways lead on.
//!
//! No circle comes of that: from the first there is no way on that there is not from the middle, but for reads of the chain.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;

use super::cells::Knowledge;
use super::graph::{Graph, What};
use super::tries::{FEW, only_reads, same_edge, same_node};

/// The same reads are looked at so often at most; more are left as they are.
const PASSES: usize = 64;

/// The reads of a chain, and where the last of them leads that finds what the others found.
struct Chain {
    reads: Vec<usize>,
    end: usize,
}

/// Leaves few polls of many that are alike.
pub fn shorten(graph: &mut Graph, know: &Knowledge, setup: &Setup) {
    for _ in 0..PASSES {
        if !pass(graph, know, setup) {
            return;
        }
    }
}

/// Looks at each read once; whether anything was left out.
fn pass(graph: &mut Graph, know: &Knowledge, setup: &Setup) -> bool {
    let mut changed = false;
    let (mut before, mut reached) = parents(graph);
    for start in 0..graph.nodes.len() {
        let blurs = |cell| know.blurs(cell);
        let is_read = matches!(graph.nodes[start].what, What::Read { cell, .. } if !blurs(cell));
        if !is_read || !reached[start] {
            continue;
        }
        let ways = &graph.nodes[start].edges;
        let next: BTreeSet<usize> = ways.iter().filter_map(|edge| edge.to).collect();
        for next in next {
            let chain = chain(graph, setup, start, next);
            let first = |&one: &usize| !is_alike(graph, setup, (one, start), (start, next));
            if before[start].iter().all(first) && leave_out(graph, &chain, &before) {
                changed = true;
                (before, reached) = parents(graph);
            }
        }
    }
    changed
}

/// Those from which a way leads to each node, of the nodes that are reached; and which are.
fn parents(graph: &Graph) -> (Vec<BTreeSet<usize>>, Vec<bool>) {
    let mut before = vec![BTreeSet::new(); graph.nodes.len()];
    let first = graph.entry.as_ref().and_then(|edge| edge.to);
    let mut seen = vec![false; graph.nodes.len()];
    let mut work: Vec<usize> = first.into_iter().collect();
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        for to in graph.nodes[at].edges.iter().filter_map(|edge| edge.to) {
            before[to].insert(at);
            work.push(to);
        }
    }
    (before, seen)
}

/// The chain that begins with a read that stays where it leads to another.
fn chain(graph: &Graph, setup: &Setup, start: usize, next: usize) -> Chain {
    let (mut reads, mut end) = (vec![start], next);
    let mut seen = BTreeSet::from([start]);
    let mut at = start;
    while seen.insert(end) {
        let stays = graph.nodes[at].edges.iter();
        let stay = stays.zip(&graph.nodes[end].edges);
        let mut stay = stay.filter(|(edge, _)| edge.to == Some(end));
        let Some(to) = stay.next().and_then(|(_, edge)| edge.to) else {
            break;
        };
        if !is_alike(graph, setup, (at, end), (end, to)) {
            break;
        }
        reads.push(end);
        (at, end) = (end, to);
    }
    Chain { reads, end }
}

/// Whether two reads do the same where the first leads to the second if it stays and the second to a third, and both leave for
/// the same places on the same values.
fn is_alike(graph: &Graph, setup: &Setup, one: (usize, usize), other: (usize, usize)) -> bool {
    let (a, b) = (&graph.nodes[one.0], &graph.nodes[other.0]);
    let read = matches!(a.what, What::Read { .. });
    let mut edges = a.edges.iter().zip(&b.edges);
    read && one.1 == other.0
        && same_node(a, b)
        && setup.module.is_written_once(a.place, b.place)
        && only_reads(a, one.1)
        && only_reads(b, other.1)
        && edges.all(|(a, b)| {
            let stay = a.to == Some(one.1) && b.to == Some(other.1);
            (stay || a.to == b.to) && same_edge(a, b)
        })
}

/// Leaves out what a chain has too many of, and leads who comes to its middle to its first; whether there was any.
fn leave_out(graph: &mut Graph, chain: &Chain, before: &[BTreeSet<usize>]) -> bool {
    // The first, and as many as are kept behind it.
    let Some(&last) = chain.reads.get(FEW) else {
        return false;
    };
    let mut changed = false;
    let many = chain.reads.len() - FEW;
    let inside: BTreeSet<usize> = chain.reads.iter().copied().collect();
    for &read in &chain.reads[1..many.max(1)] {
        for &from in before[read].difference(&inside) {
            changed |= lead(graph, from, read, chain.reads[0]);
        }
    }
    if let Some(&over) = chain.reads.get(FEW + 1) {
        changed |= lead(graph, last, over, chain.end);
    }
    changed
}

/// Leads the ways from a node to another elsewhere; whether there were any.
fn lead(graph: &mut Graph, from: usize, old: usize, new: usize) -> bool {
    let mut any = false;
    for edge in &mut graph.nodes[from].edges {
        if edge.to == Some(old) {
            edge.to = Some(new);
            any = true;
        }
    }
    any
}
