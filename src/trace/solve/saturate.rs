//! What follows from what is known: which write comes before which.

mod follow;

use follow::{follow, narrow};

use std::collections::BTreeSet;

use crate::stop::{Open, Stop};
use crate::trace::axioms::{Edge, Problem, ReadsFrom, Why};

use super::graph::{Clocks, Graph, Layout};

/// What is fixed of what may be the case beside the problem: a state of the search.
#[derive(Debug, Clone)]
pub struct State {
    /// For each read, the writes that it may still read from.
    pub sources: Vec<Vec<u32>>,
    /// For each axiom, the edges that were derived or assumed, in the order they were found, each with
    /// the lap in which it was.
    pub derived: Vec<Vec<(Edge, u32)>>,
    /// How many laps there were.
    pub lap: u32,
    /// Whether the possible sources of some read were narrowed by what follows.
    pub narrowed: bool,
}

impl State {
    /// Nothing is chosen.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self {
            sources: problem
                .reads
                .iter()
                .map(|read| read.sources.clone())
                .collect(),
            derived: vec![Vec::new(); problem.axioms.len()],
            lap: 1,
            narrowed: false,
        }
    }

    /// The write that a read reads from, if that is settled.
    #[must_use]
    pub fn source(&self, read: usize) -> Option<u32> {
        match self.sources.get(read).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            Some(_) | None => None,
        }
    }

    /// The edges of an axiom found before a lap, those of reads-from included.
    #[must_use]
    pub fn edges(&self, problem: &Problem, axiom: usize, lap: u32) -> Vec<Edge> {
        let Some(one) = problem.axioms.get(axiom) else {
            return Vec::new();
        };
        let mut edges = one.edges.clone();
        for (index, read) in problem.reads.iter().enumerate() {
            let Some(source) = self.source(index) else {
                continue;
            };
            let thread = |node: u32| problem.threads.get(node as usize).copied().flatten();
            let own = thread(source).is_some() && thread(source) == thread(read.node);
            if one.reads_from == ReadsFrom::All || !own {
                edges.push(Edge {
                    from: source,
                    to: read.node,
                    why: Why::ReadsFrom,
                });
            }
        }
        let derived = self.derived.get(axiom).into_iter().flatten();
        edges.extend(derived.filter(|(_, at)| *at < lap).map(|(edge, _)| *edge));
        edges
    }

    /// Adds an edge to all axioms that speak of coherence.
    pub fn add(&mut self, problem: &Problem, edge: Edge) {
        for (axiom, list) in problem.axioms.iter().zip(&mut self.derived) {
            if axiom.coherent {
                list.push((edge, self.lap));
            }
        }
    }
}

/// Why a state is none of any order.
#[derive(Debug, Clone)]
pub enum Conflict {
    /// A cycle of an axiom's graph.
    Cycle {
        /// The axiom.
        axiom: usize,
        /// Its edges, each from where the one before it ends.
        edges: Vec<Edge>,
    },
    /// A read has nothing left to read from.
    NoSource {
        /// Its place among the reads.
        read: usize,
        /// For each write of its value, what is in the way.
        hidden: Vec<(u32, Hides)>,
    },
}

/// The axioms' graphs as far as they are known.
pub struct Known {
    /// How far each node sees, for each axiom that speaks of coherence.
    pub clocks: Vec<Option<Clocks>>,
}

/// The layouts of a problem's axioms.
#[must_use]
pub fn layouts(problem: &Problem) -> Vec<Layout> {
    let axioms = problem.axioms.iter();
    axioms.map(|axiom| Layout::new(problem, axiom)).collect()
}

/// Draws all consequences.
///
/// # Errors
///
/// Time is over; inside, the conflict that is found.
pub fn saturate(
    problem: &Problem,
    layouts: &[Layout],
    state: &mut State,
    stop: &Stop,
) -> Result<Result<Known, Conflict>, Open> {
    loop {
        stop.check()?;
        let known = match look(problem, layouts, state) {
            Ok(known) => known,
            Err(conflict) => return Ok(Err(conflict)),
        };
        state.lap += 1;
        let mut more = follow(problem, layouts, state, &known);
        match narrow(problem, layouts, state, &known) {
            Ok(narrowed) => more |= narrowed,
            Err(conflict) => return Ok(Err(conflict)),
        }
        if !more {
            return Ok(Ok(known));
        }
    }
}

/// The clocks of all graphs, unless one has a cycle.
fn look(problem: &Problem, layouts: &[Layout], state: &State) -> Result<Known, Conflict> {
    let mut clocks = Vec::new();
    // The last axiom is the one that the model is named for: its cycles are the ones to tell.
    for (axiom, (one, layout)) in problem.axioms.iter().zip(layouts).enumerate().rev() {
        let edges = state.edges(problem, axiom, u32::MAX);
        let graph = Graph::new(problem.nodes.len(), edges.iter());
        let order = graph
            .order()
            .map_err(|edges| Conflict::Cycle { axiom, edges })?;
        clocks.push(one.coherent.then(|| Clocks::new(&graph, &order, layout)));
    }
    clocks.reverse();
    Ok(Known { clocks })
}

/// What is in the way of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hides {
    /// The write comes later.
    Late,
    /// This write comes between.
    By(u32),
}
