//! Launches whose threads meet only at barriers and in read-modify-writes: counters, histograms, reductions, tickets. That
//! each of their executions is an interleaving is seen without a solver, for which many threads that add to one place are hard.
//!
//! An execution is an interleaving if no circle leads along the order of threads, from one side of a barrier to the other, and
//! along what is read from whom, written before and overwritten (Shasha and Snir, TOPLAS 1988). Without races, two accesses of which one is weak
//! are ordered by causality, and what is read and written agrees with that (PTX ISA, *Coherence*, *Causality*); causality
//! is made of the order of threads, of barriers and of what strong accesses read, and of `fence.sc`: such a step is a way of others. So a circle has
//! steps of strong accesses only. Of two of one cell in a block, one before a round of a barrier and one behind it,
//! the first leads to the second and never the other way round. So a circle stays within a strongly connected part of the
//! graph that has an edge for each of these steps, in both directions where nothing says otherwise. Where such a part has only
//! read-modify-writes of one cell, and no thread's order is in it, there is no circle: all writes of a cell are in one order, each
//! read-modify-write comes right behind the one that it finds (*Atomicity*), and what does not write lies between what it finds and
//! the next.

use std::collections::BTreeMap;

use crate::graph::components;
use crate::kernel::lower::graph::What;
use crate::kernel::lower::stamps::{Rounds, whole_rounds};
use crate::ptx::operation::{Access, Order};

use super::weak::Weak;

/// More edges are not looked at.
const EDGES: usize = 2_000_000;

/// A strong access, or a `fence.sc`: its vertex, its thread and block, whether it can write, and how often its thread came to
/// each barrier before.
struct Use {
    vertex: usize,
    thread: usize,
    block: usize,
    writes: bool,
    rounds: Rounds,
}

impl Use {
    /// Whether it comes before another: its thread has yet to come to a round that the other's has behind it.
    fn before(&self, other: &Self) -> bool {
        let mut behind = other.rounds.iter();
        self.block == other.block
            && behind.any(|(id, came)| self.rounds.get(id).copied().unwrap_or(0) < *came)
    }
}

/// Steps among which no circle is, where no other steps are between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Read-modify-writes of a cell.
    Updates(usize),
    /// `fence.sc`: all are in an order.
    Fences,
}

/// What threads do, as a graph: the vertices of each thread follow one another.
#[derive(Default)]
struct Steps {
    next: Vec<Vec<usize>>,
    /// Which edges are of the order of a thread or of a barrier.
    ordered: Vec<Vec<usize>>,
    /// What each vertex is of, among which no circle is.
    kinds: Vec<Option<Kind>>,
    edges: usize,
}

impl Steps {
    fn vertex(&mut self, kind: Option<Kind>) -> usize {
        self.next.push(Vec::new());
        self.ordered.push(Vec::new());
        self.kinds.push(kind);
        self.next.len() - 1
    }

    fn order(&mut self, from: usize, to: usize) {
        self.next[from].push(to);
        self.ordered[from].push(to);
        self.edges += 1;
    }

    /// Two accesses of a cell.
    fn meet(&mut self, one: &Use, other: &Use) {
        if one.thread == other.thread || !(one.writes || other.writes) {
            return;
        }
        let (before, after) = (one.before(other), other.before(one));
        if before || !after {
            self.add(one, other);
        }
        if after || !before {
            self.add(other, one);
        }
    }

    fn add(&mut self, from: &Use, to: &Use) {
        self.next[from.vertex].push(to.vertex);
        self.edges += 1;
    }

    /// Whether no circle can be in a part of the graph.
    fn is_harmless(&self, part: &[usize]) -> bool {
        let [first, rest @ ..] = part else {
            return true;
        };
        let inside = |to: &usize| part.binary_search(to).is_ok();
        let ordered = |&vertex: &usize| self.ordered[vertex].iter().any(inside);
        if part.iter().any(ordered) {
            return false;
        }
        let kind = self.kinds[*first];
        rest.is_empty() || kind.is_some() && rest.iter().all(|&one| self.kinds[one] == kind)
    }
}

impl Weak<'_> {
    /// Whether every complete execution is an interleaving, as far as that is seen by where threads meet: of one launch
    /// without races, whose blocks come to barriers as a whole.
    pub(super) fn meets_in_updates(&self) -> bool {
        let Some(mut steps) = self.steps() else {
            return false;
        };
        let (uses, fences) = self.uses();
        for uses in uses.values() {
            for (index, one) in uses.iter().enumerate() {
                for other in &uses[index + 1..] {
                    steps.meet(one, other);
                }
                if steps.edges > EDGES {
                    return false;
                }
            }
        }
        for one in &fences {
            for other in fences.iter().filter(|other| other.vertex != one.vertex) {
                steps.add(one, other);
            }
            if steps.edges > EDGES {
                return false;
            }
        }
        let parts = components(&steps.next);
        parts.iter().all(|part| steps.is_harmless(part))
    }

    /// What the threads do, in their order, and where they meet; nothing where that is not all, or has circles.
    fn steps(&self) -> Option<Steps> {
        let graphs = &self.threads.graphs;
        let mut steps = Steps::default();
        for node in graphs.iter().flat_map(|graph| &graph.nodes) {
            let kind = match &node.what {
                What::Update { cell, .. } => Some(Kind::Updates(*cell)),
                What::Fence {
                    sequential: true, ..
                } => Some(Kind::Fences),
                What::Gather(_) | What::Choose => return None,
                What::Read { .. }
                | What::Write { .. }
                | What::Fence { .. }
                | What::Meet(_)
                // Who does not exit is in no complete execution.
                | What::Stop { .. } => None,
            };
            steps.vertex(kind);
        }
        let mut rounds: BTreeMap<(usize, u64, u32), usize> = BTreeMap::new();
        let mut first = 0;
        for (thread, graph) in graphs.iter().enumerate() {
            for (at, node) in graph.nodes.iter().enumerate() {
                let from = first + at;
                let round = if let What::Meet(meet) = &node.what {
                    let came = node.rounds.get(&meet.with).copied().unwrap_or(0);
                    let key = (self.setup.threads[thread].block, meet.with.whole()?, came);
                    let round = match rounds.get(&key) {
                        Some(&round) => round,
                        None => *rounds.entry(key).or_insert(steps.vertex(None)),
                    };
                    steps.order(from, round);
                    Some(round)
                } else {
                    None
                };
                for edge in &node.edges {
                    let to = first + edge.to?;
                    steps.order(from, to);
                    if let Some(round) = round {
                        steps.order(round, to);
                    }
                }
            }
            first += graph.nodes.len();
        }
        Some(steps)
    }

    /// The strong accesses of each cell, and each `fence.sc`.
    fn uses(&self) -> (BTreeMap<usize, Vec<Use>>, Vec<Use>) {
        let mut found: BTreeMap<usize, Vec<Use>> = BTreeMap::new();
        let mut fences = Vec::new();
        let nodes = self.threads.graphs.iter().enumerate();
        let nodes = nodes.flat_map(|(thread, graph)| {
            let nodes = graph.nodes.iter();
            nodes.map(move |node| (thread, node))
        });
        for (vertex, (thread, node)) in nodes.enumerate() {
            let it = Use {
                vertex,
                thread,
                block: self.setup.threads[thread].block,
                writes: !matches!(node.what, What::Read { .. }),
                rounds: whole_rounds(&node.rounds),
            };
            if matches!(
                node.what,
                What::Fence {
                    sequential: true,
                    ..
                }
            ) {
                fences.push(it);
                continue;
            }
            let Some((cell, _)) = node.what.accessed() else {
                continue;
            };
            let updates = matches!(node.what, What::Update { .. });
            let weak = |access: Access| access.order == Order::Weak;
            if updates || !node.what.access().is_some_and(weak) {
                found.entry(cell).or_default().push(it);
            }
        }
        (found, fences)
    }
}
