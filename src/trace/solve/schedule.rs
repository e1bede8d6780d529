//! Events one after another, as an axiom's graph allows: of those that may come next, the one logged first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::trace::axioms::{Edge, Problem};
use crate::trace::bend::{Bend, bent};

use super::graph::Graph;
use super::saturate::State;

/// What came of it.
#[derive(Debug)]
pub enum Scheduled {
    /// All events, in this order.
    Done(Vec<u32>),
    /// A location holds a write that some read still waits for, and nothing else can go on than a write that
    /// would overwrite it.
    Stuck {
        /// What the location holds.
        holds: u32,
        /// What would overwrite it.
        next: u32,
    },
}

/// All events as a graph without a cycle allows, of those that may come next the one logged first.
#[must_use]
pub fn sorted(problem: &Problem, edges: &[Edge]) -> Vec<u32> {
    let graph = Graph::new(problem.nodes.len(), edges.iter());
    let mut missing = vec![0_u32; graph.len()];
    for edge in edges {
        missing[edge.to as usize] += 1;
    }
    // What is no event holds nothing up.
    let key = |node: u32| Reverse((problem.event(node).is_some(), node));
    let nodes = 0..u32::try_from(graph.len()).unwrap_or(0);
    let first = nodes.filter(|node| missing[*node as usize] == 0);
    let mut ready: BinaryHeap<Reverse<(bool, u32)>> = first.map(key).collect();
    let mut order = Vec::new();
    while let Some(Reverse((is_event, node))) = ready.pop() {
        if is_event {
            order.push(node);
        }
        for edge in graph.leaving(node) {
            missing[edge.to as usize] -= 1;
            if missing[edge.to as usize] == 0 {
                ready.push(key(edge.to));
            }
        }
    }
    order
}

/// Schedules all events; the reads-from of each is settled, and the graph has no cycle.
#[must_use]
pub fn schedule(problem: &Problem, state: &State, axiom: usize) -> Scheduled {
    let edges = state.edges(problem, axiom, u32::MAX);
    let graph = Graph::new(problem.nodes.len(), edges.iter());
    let size = problem.nodes.len();
    let mut missing = vec![0_u32; size];
    for edge in &edges {
        missing[edge.to as usize] += 1;
    }
    let mut place_of: Vec<Option<u32>> = vec![None; size];
    let mut holds: Vec<u32> = Vec::new();
    for (place, list) in (0..).zip(&problem.writes) {
        for &node in list {
            place_of[node as usize] = Some(place);
        }
        holds.push(list.first().copied().unwrap_or(0));
    }
    // For each write how many reads of it are to come, and for each read what it reads.
    let mut waiting = vec![0_u32; size];
    let mut source: Vec<Option<u32>> = vec![None; size];
    for (index, read) in problem.reads.iter().enumerate() {
        let from = state.source(index);
        source[read.node as usize] = from;
        if let Some(from) = from {
            waiting[from as usize] += 1;
        }
    }
    // Points and initial values first: they hold nothing up.
    let events = problem.events();
    let key = |node: u32| (u32::from((node as usize) < events), node);
    let mut ready: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
    for node in 0..u32::try_from(size).unwrap_or(0) {
        if missing[node as usize] == 0 {
            ready.push(Reverse(key(node)));
        }
    }
    // Writes that wait for reads of what their location holds.
    let mut blocked: Vec<Vec<u32>> = vec![Vec::new(); holds.len()];
    let mut order = Vec::new();
    let mut done = 0;
    while let Some(Reverse((_, node))) = ready.pop() {
        let place = place_of[node as usize].filter(|_| (node as usize) < events);
        if let Some(place) = place {
            let held = holds[place as usize];
            let own = u32::from(source[node as usize] == Some(held));
            let waited = waiting[held as usize] > own && !bent(Bend::Overwrites);
            if held != node && waited {
                blocked[place as usize].push(node);
                continue;
            }
            holds[place as usize] = node;
            // What else waits may overwrite this one, once its reads are done.
            for other in blocked[place as usize].drain(..) {
                ready.push(Reverse(key(other)));
            }
        }
        done += 1;
        if (node as usize) < events {
            order.push(node);
        }
        if let Some(from) = source[node as usize] {
            waiting[from as usize] -= 1;
            if let Some(place) = place_of[from as usize]
                && waiting[from as usize] <= 1
            {
                for other in blocked[place as usize].drain(..) {
                    ready.push(Reverse(key(other)));
                }
            }
        }
        for edge in graph.leaving(node) {
            missing[edge.to as usize] -= 1;
            if missing[edge.to as usize] == 0 {
                ready.push(Reverse(key(edge.to)));
            }
        }
    }
    if done == size {
        return Scheduled::Done(order);
    }
    let first = blocked
        .iter()
        .zip(&holds)
        .flat_map(|(list, held)| list.iter().map(move |next| (*next, *held)));
    let (next, held) = first.min().unwrap_or((0, 0));
    Scheduled::Stuck { holds: held, next }
}
