//! Laps in which a thread keeps a value that is left open, such as how often it has tried.
//!
//! A lap that comes back to where it was is left out of executions, though what is kept in it may be another then. Whether an
//! execution with such laps is an interleaving is not seen from the one without them, except where each lap finds the same value in one
//! cell, all through it, and changes nothing, and where the thread has found that value there right before: in an
//! interleaving the laps that were left out may follow that look at once, as often as they did.

use std::collections::BTreeSet;

use crate::graph::components;

use super::blur::following;
use super::cells::Datum;
use super::fixpoint::Threads;
use super::graph::{Edge, Graph, What};

/// What all looks of a lap find: the cell, and the value.
type Found = (usize, Datum);

impl Threads {
    /// Whether some thread keeps an open value in a lap: nobody looks at what it computes there, and so not at whether that
    /// lap was made.
    #[must_use]
    pub fn laps_with_open(&self) -> bool {
        self.graphs.iter().any(|graph| {
            let next = following(graph);
            components(&next).iter().any(|part| {
                let part: BTreeSet<usize> = part.iter().copied().collect();
                let edges = part.iter().flat_map(|at| within(graph, *at, &part));
                edges.into_iter().any(|edge| edge.opened) && !stays(graph, &next, &part)
            })
        })
    }
}

/// The ways on from a node that stay among some.
fn within<'g>(
    graph: &'g Graph,
    at: usize,
    part: &BTreeSet<usize>,
) -> impl Iterator<Item = &'g Edge> {
    let edges = graph.nodes[at].edges.iter();
    edges.filter(|edge| edge.to.is_some_and(|to| part.contains(&to)))
}

/// Whether a thread does nothing in its laps through some nodes but find one value again, which it found before them, too.
fn stays(graph: &Graph, next: &[Vec<usize>], part: &BTreeSet<usize>) -> bool {
    let mut found: Option<Found> = None;
    for &at in part {
        for edge in within(graph, at, part) {
            match step(graph, at, edge) {
                Step::Finds(new) => {
                    if *found.get_or_insert(new) != new {
                        return false;
                    }
                }
                Step::Nothing => {}
                Step::More => return false,
            }
        }
    }
    let begins = graph.entry.as_ref().and_then(|entry| entry.to);
    found.is_some_and(|found| {
        !begins.is_some_and(|begins| part.contains(&begins)) && comes_from(graph, next, part, found)
    })
}

/// What a thread does on a way on.
enum Step {
    /// It finds this, and leaves it.
    Finds(Found),
    /// Nothing that others notice.
    Nothing,
    /// Something else.
    More,
}

fn step(graph: &Graph, at: usize, edge: &Edge) -> Step {
    match &graph.nodes[at].what {
        What::Read { cell, .. } | What::Update { cell, .. } => match edge.on {
            Some(on) if edge.new.is_none_or(|new| new == on) && edge.also.is_empty() => {
                Step::Finds((*cell, on))
            }
            Some(_) | None => Step::More,
        },
        What::Fence { .. } | What::Choose => Step::Nothing,
        What::Write { .. } | What::Meet(_) | What::Gather(_) | What::Stop { .. } => Step::More,
    }
}

/// Whether every way to some nodes from others comes right from finding this.
fn comes_from(graph: &Graph, next: &[Vec<usize>], part: &BTreeSet<usize>, found: Found) -> bool {
    let mut seen: BTreeSet<usize> = part.clone();
    let mut work: Vec<usize> = part.iter().copied().collect();
    while let Some(to) = work.pop() {
        let before = (0..next.len()).filter(|at| !part.contains(at) && next[*at].contains(&to));
        for at in before {
            let edges = graph.nodes[at].edges.iter();
            for edge in edges.filter(|edge| edge.to == Some(to)) {
                match step(graph, at, edge) {
                    Step::Finds(other) if other == found => {}
                    Step::Nothing => {
                        if seen.insert(at) {
                            work.push(at);
                        }
                    }
                    Step::Finds(_) | Step::More => return false,
                }
            }
        }
        let begins = graph.entry.as_ref().and_then(|entry| entry.to);
        if begins == Some(to) {
            return false;
        }
    }
    true
}
