//! A conflict in steps that a person can follow: the cycle, and where each of its steps comes from.

use std::collections::{BTreeMap, BTreeSet};

use crate::trace::axioms::{Edge, Node, Problem, Why};

use super::graph::Graph;
use super::saturate::{Conflict, Hides, State};

/// One node before another, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What comes first.
    pub from: u32,
    /// What comes second.
    pub to: u32,
    /// Why.
    pub why: Why,
}

/// A read that has nothing to read from, with each write of its value and what is in its way.
pub type NoSource = (u32, Vec<(u32, Hides)>);

/// A conflict, explained.
#[derive(Debug, Clone, Default)]
pub struct Explained {
    /// The axiom that is broken.
    pub axiom: &'static str,
    /// The cycle.
    pub cycle: Vec<Step>,
    /// Steps of the cycle that rest on others: those others.
    pub because: Vec<(Step, Vec<Step>)>,
    /// A read that has nothing to read from, with each write of its value and what hides it.
    pub no_source: Option<NoSource>,
    /// The pairs that were assumed.
    pub assumed: BTreeSet<(u32, u32)>,
    /// The reads whose source was used.
    pub reads: BTreeSet<u32>,
}

/// Explains a conflict of a state.
#[must_use]
pub fn explain(problem: &Problem, state: &State, conflict: &Conflict) -> Explained {
    let mut found = Explained::default();
    match conflict {
        Conflict::Cycle { axiom, edges } => {
            found.axiom = problem.axioms.get(*axiom).map_or("", |one| one.name);
            let mut explaining = Explaining::new(problem, state);
            explaining.justify(*axiom, edges, &mut found);
            found.cycle = steps(problem, &rotated(problem, edges));
        }
        Conflict::NoSource { read, hidden } => {
            let node = problem.reads.get(*read).map_or(0, |read| read.node);
            let first = problem.axioms.first();
            found.axiom = first.map_or("", |one| one.name);
            found.no_source = Some((node, hidden.clone()));
        }
    }
    found
}

/// The cycle from its first event on.
fn rotated(problem: &Problem, edges: &[Edge]) -> Vec<Edge> {
    let is_event = |edge: &Edge| problem.event(edge.from).is_some();
    let first = edges.iter().enumerate().filter(|(_, edge)| is_event(edge));
    let start = first
        .min_by_key(|(_, edge)| edge.from)
        .map_or(0, |(at, _)| at);
    let mut turned = edges.to_vec();
    turned.rotate_left(start);
    turned
}

/// Edges as steps between events: points left out, program order put together.
fn steps(problem: &Problem, edges: &[Edge]) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    let mut open: Option<Step> = None;
    for edge in edges {
        let mut step = open.take().unwrap_or(Step {
            from: edge.from,
            to: edge.to,
            why: edge.why,
        });
        step.to = edge.to;
        if matches!(problem.nodes.get(edge.to as usize), Some(Node::Point)) {
            open = Some(step);
            continue;
        }
        match found.last_mut() {
            Some(last) if last.why == Why::Program && step.why == Why::Program => last.to = step.to,
            Some(_) | None => found.push(step),
        }
    }
    found
}

struct Explaining<'a> {
    problem: &'a Problem,
    state: &'a State,
    /// For each axiom, when each derived edge was found.
    laps: Vec<BTreeMap<(u32, u32), u32>>,
    graphs: BTreeMap<(usize, u32), Graph>,
    done: BTreeSet<(usize, u32, u32)>,
}

impl<'a> Explaining<'a> {
    fn new(problem: &'a Problem, state: &'a State) -> Self {
        let laps = state.derived.iter().map(|list| {
            let mut laps = BTreeMap::new();
            for (edge, lap) in list {
                laps.entry((edge.from, edge.to)).or_insert(*lap);
            }
            laps
        });
        Self {
            problem,
            state,
            laps: laps.collect(),
            graphs: BTreeMap::new(),
            done: BTreeSet::new(),
        }
    }

    /// Follows edges down to what was known from the start.
    fn justify(&mut self, axiom: usize, edges: &[Edge], found: &mut Explained) {
        let mut open: Vec<(usize, Edge)> = edges.iter().rev().map(|edge| (axiom, *edge)).collect();
        while let Some((axiom, edge)) = open.pop() {
            if !self.done.insert((axiom, edge.from, edge.to)) {
                continue;
            }
            let lap = self
                .laps
                .get(axiom)
                .and_then(|laps| laps.get(&(edge.from, edge.to)).copied());
            let way = match edge.why {
                Why::ReadsFrom => {
                    found.reads.insert(edge.to);
                    None
                }
                Why::Assumed => {
                    found.assumed.insert((edge.from, edge.to));
                    None
                }
                Why::Hidden { read, axiom } => {
                    found.reads.insert(read);
                    Some((usize::from(axiom), edge.from, read))
                }
                Why::FromRead { source, axiom } => {
                    found.reads.insert(edge.from);
                    Some((usize::from(axiom), source, edge.to))
                }
                Why::Later { axiom } => Some((usize::from(axiom), edge.from, edge.to)),
                Why::Program
                | Why::Fence
                | Why::Acquire
                | Why::Release
                | Why::Depends(_)
                | Why::Time
                | Why::Barrier
                | Why::Initial
                | Why::WriteBack => None,
            };
            let Some((other, from, to)) = way else {
                continue;
            };
            let way = self.way(other, lap.unwrap_or(0), from, to);
            let below = steps(self.problem, &way);
            let plain = matches!(below.as_slice(), [one] if one.why == Why::Initial);
            if !plain {
                let step = Step {
                    from: edge.from,
                    to: edge.to,
                    why: edge.why,
                };
                found.because.push((step, below));
            }
            open.extend(way.into_iter().rev().map(|edge| (other, edge)));
        }
    }

    /// A shortest way in an axiom's graph as it was known before a lap.
    fn way(&mut self, axiom: usize, lap: u32, from: u32, to: u32) -> Vec<Edge> {
        let (problem, state) = (self.problem, self.state);
        let graph = self.graphs.entry((axiom, lap)).or_insert_with(|| {
            let edges = state.edges(problem, axiom, lap);
            Graph::new(problem.nodes.len(), edges.iter())
        });
        graph.way(from, to, &|_| true).unwrap_or_default()
    }
}
