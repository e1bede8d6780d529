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
//! the next. Where threads' orders are in it, fences may still leave none: `harmless`.

use std::collections::BTreeMap;

use crate::graph::components;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::graph::What;
use crate::kernel::lower::stamps::{Rounds, whole_rounds};

use super::answer::Checked;
use super::blurred::INTERLEAVED;
use super::decide::Decision;
use super::harmless::{Circles, Kind, Vertex};
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

/// What threads do, as a graph: the vertices of each thread follow one another.
#[derive(Default)]
struct Steps {
    next: Vec<Vec<usize>>,
    circles: Circles,
    edges: usize,
}

impl Steps {
    fn vertex(&mut self, vertex: Vertex) -> usize {
        self.next.push(Vec::new());
        self.circles.vertex(vertex)
    }

    fn order(&mut self, from: usize, to: usize) {
        self.next[from].push(to);
        self.circles.order(from, to);
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
}

impl Decision<'_> {
    /// What is said of a check where it is seen without a solver that executions are interleavings, all of which are known.
    pub(super) fn seen_interleaved(&self, check: Check, weak: &Weak) -> Option<Checked> {
        let told = check == Check::Robust || self.exploration.complete();
        if check == Check::Races || weak.narrow || !told {
            return None;
        }
        let seen = weak.meets_in_updates().then(|| self.interleaved(weak))??;
        match check {
            Check::Races => None,
            Check::Robust => Some(seen),
            Check::Property => self.of_interleavings(weak),
            // An interleaving that does so was found before.
            Check::Asserts | Check::Barriers | Check::Memory => {
                let all = weak.threads.is_whole();
                all.then(|| Checked::none(check.name(), INTERLEAVED))
            }
        }
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
        parts.iter().all(|part| steps.circles.harmless(part))
    }

    /// What the threads do, in their order, and where they meet; nothing where that is not all, or has circles.
    fn steps(&self) -> Option<Steps> {
        let graphs = &self.threads.graphs;
        let mut steps = Steps::default();
        for (thread, graph) in graphs.iter().enumerate() {
            let block = self.setup.threads[thread].block;
            for node in &graph.nodes {
                let kind = Kind::of(node)?;
                steps.vertex(Vertex { block, kind });
            }
        }
        let mut rounds: BTreeMap<(usize, u64, u32), usize> = BTreeMap::new();
        let mut first = 0;
        for (thread, graph) in graphs.iter().enumerate() {
            for (at, node) in graph.nodes.iter().enumerate() {
                let from = first + at;
                let round = if let What::Meet(meet) = &node.what {
                    let came = node.rounds.get(&meet.with).copied().unwrap_or(0);
                    let block = self.setup.threads[thread].block;
                    let key = (block, meet.with.whole()?, came);
                    let kind = Kind::Other;
                    let round = match rounds.get(&key) {
                        Some(&round) => round,
                        None => *rounds
                            .entry(key)
                            .or_insert(steps.vertex(Vertex { block, kind })),
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
            match Kind::of(node) {
                Some(Kind::Fence {
                    sequential: true, ..
                }) => fences.push(it),
                Some(Kind::Update(_) | Kind::Strong { .. }) => {
                    let cell = node.what.accessed().map(|(cell, _)| cell);
                    if let Some(cell) = cell {
                        found.entry(cell).or_default().push(it);
                    }
                }
                Some(Kind::Weak(_) | Kind::Fence { .. } | Kind::Other) | None => {}
            }
        }
        (found, fences)
    }
}
