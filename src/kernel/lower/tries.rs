//! Loops that count how often they try: `for (i = 0; i < 1000; i++) if (*flag) break;`.
//!
//! Each lap is at a moment of its own, as the counter is another, and so the graph has all of them one after the other.
//! Laps in which a thread only reads, that part with the loop for the same places on the same values, are alike. Of many that
//! are alike and follow each other a few are kept.
//!
//! Every execution is still there but for laps left out: a lap without which the others are as before takes nothing from an
//! execution that no axiom forbids, since what relates the others is no more; and the reads that are left out decided nothing
//! that those of the last lap do not decide. There is no execution more than before: where a thread stays to the last of the
//! laps that are kept, two that follow each other read from the same writes, and as many more may stand between
//! these that read from there, too. That takes one lap more than there are writes that a lap can find new: those that write back
//! what they found are not counted, as no lap leaves on what it has stayed on. Where a lap is one read, what the last of them found
//! will do for those before it.

use std::collections::BTreeSet;
use std::mem::discriminant;

use crate::kernel::setup::Setup;

use super::cells::Knowledge;
use super::fixpoint::Threads;
use super::graph::{Edge, Graph, Node, What};
use super::polls;

/// A lap with more reads is not looked at.
const READS: usize = 64;
/// So many laps are kept at least behind the first: the one whose reads matter, and the last.
pub const FEW: usize = 2;

impl Threads {
    /// The same without the most of laps that are alike.
    #[must_use]
    pub fn few_tries(mut self, setup: &Setup) -> Self {
        for graph in &mut self.graphs {
            polls::shorten(graph, &self.know, setup);
            shorten(graph, &self.know);
        }
        self
    }
}

/// A lap: its nodes, and the node at which the next begins.
struct Lap {
    nodes: Vec<usize>,
    next: usize,
}

fn shorten(graph: &mut Graph, know: &Knowledge) {
    let laps = laps(graph);
    let mut seen = vec![false; graph.nodes.len()];
    for start in 0..graph.nodes.len() {
        let Some(first) = laps[start].as_ref().filter(|_| !seen[start]) else {
            continue;
        };
        seen[start] = true;
        let mut all = vec![first];
        while let Some(lap) = all.last().and_then(|last| laps[last.next].as_ref())
            && !seen[lap.nodes[0]]
            && alike(graph, first, lap)
        {
            seen[lap.nodes[0]] = true;
            all.push(lap);
        }
        let Some(kept) = kept(graph, know, first) else {
            continue;
        };
        if let (Some(last), Some(end)) = (all.get(kept), all.last()) {
            let (from, old, new) = (last.nodes[last.nodes.len() - 1], last.next, end.next);
            for edge in &mut graph.nodes[from].edges {
                if edge.to == Some(old) {
                    edge.to = Some(new);
                }
            }
        }
    }
}

/// The lap that begins at each node, where one does: up to where the thread is at the same instruction again, with no other
/// way into it.
fn laps(graph: &Graph) -> Vec<Option<Lap>> {
    let parents = parents(graph);
    let mut laps: Vec<Option<Lap>> = graph.nodes.iter().map(|_| None).collect();
    for next in 0..graph.nodes.len() {
        let mut nodes = Vec::new();
        let mut to = next;
        while let Some(at) = parents[to].filter(|_| nodes.len() < READS) {
            if !only_reads(&graph.nodes[at], to) {
                break;
            }
            nodes.push(at);
            if graph.nodes[at].place == graph.nodes[next].place {
                nodes.reverse();
                laps[at].get_or_insert(Lap { nodes, next });
                break;
            }
            to = at;
        }
    }
    laps
}

/// The node before each, where there is one and no other.
fn parents(graph: &Graph) -> Vec<Option<usize>> {
    let mut before: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); graph.nodes.len()];
    for (at, node) in graph.nodes.iter().enumerate() {
        for to in node.edges.iter().filter_map(|edge| edge.to) {
            before[to].insert(at);
        }
    }
    let only = |before: &BTreeSet<usize>| before.first().copied().filter(|_| before.len() == 1);
    before.iter().map(only).collect()
}

/// Whether a node reads and does nothing else on the way to another.
pub fn only_reads(node: &Node, to: usize) -> bool {
    let mut stays = node.edges.iter().filter(|edge| edge.to == Some(to));
    let reads = matches!(node.what, What::Read { .. } | What::Update { .. });
    reads && stays.all(|edge| edge.new.is_none() && edge.also.is_empty())
}

/// How many laps like this are kept behind the first; nothing where it is not known how few will do.
fn kept(graph: &Graph, know: &Knowledge, lap: &Lap) -> Option<usize> {
    let mut cells = BTreeSet::new();
    for &node in &lap.nodes {
        let what = &graph.nodes[node].what;
        let cell = what.read()?;
        // What is found in it may differ, and what is computed from that.
        if know.blurs(cell) {
            return None;
        }
        cells.insert(cell);
    }
    if lap.nodes.len() == 1 {
        return Some(FEW);
    }
    if !cells.iter().all(|&cell| know.strong(cell)) {
        return None;
    }
    let mut most = cells.iter().map(|&cell| know.most.get(cell).copied());
    let writes = most.try_fold(0_u32, |sum, most| sum.checked_add(most?))?;
    Some(usize::try_from(writes).ok()?.saturating_add(FEW))
}

/// The nodes of a lap, each with the next.
fn steps(lap: &Lap) -> impl Iterator<Item = (usize, usize)> {
    let next = lap.nodes.iter().skip(1).chain([&lap.next]);
    lap.nodes.iter().copied().zip(next.copied())
}

/// Whether the same is done in two laps, and each leaves for the same places on the same values.
fn alike(graph: &Graph, one: &Lap, other: &Lap) -> bool {
    let mut both = steps(one).zip(steps(other));
    one.nodes.len() == other.nodes.len()
        && both.all(|((a, next_a), (b, next_b))| {
            let (a, b) = (&graph.nodes[a], &graph.nodes[b]);
            let mut edges = a.edges.iter().zip(&b.edges);
            a.place == b.place
                && same_node(a, b)
                && edges.all(|(a, b)| {
                    let stay = a.to == Some(next_a) && b.to == Some(next_b);
                    (stay || a.to == b.to) && same_edge(a, b)
                })
        })
}

/// Whether two nodes do the same, but for where they stand and where they lead.
pub fn same_node(a: &Node, b: &Node) -> bool {
    let said = (a.address, a.guard, a.bit, a.follows, &a.notes);
    let how = |node: &Node| match node.what {
        What::Update {
            uses_old,
            reduces,
            data,
            ..
        } => Some((uses_old, reduces, data)),
        What::Read { .. }
        | What::Write { .. }
        | What::Fence { .. }
        | What::Meet(_)
        | What::Gather(_)
        | What::Choose
        | What::Stop { .. } => None,
    };
    said == (b.address, b.guard, b.bit, b.follows, &b.notes)
        && discriminant(&a.what) == discriminant(&b.what)
        && a.what.accessed() == b.what.accessed()
        && a.what.access() == b.what.access()
        && how(a) == how(b)
        && a.rounds == b.rounds
        && a.edges.len() == b.edges.len()
}

/// Whether the same is found, written and said on two ways, wherever they lead.
pub fn same_edge(a: &Edge, b: &Edge) -> bool {
    (a.on, a.new, a.decided) == (b.on, b.new, b.decided)
        && a.also == b.also
        && a.given == b.given
        && a.notes == b.notes
}
