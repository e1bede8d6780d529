//! One axiom's graph: its order, its cycles, and how far each node sees along each chain of writes.

mod clocks;

pub use clocks::{Chains, Clocks, Layout};

use std::collections::VecDeque;

use crate::trace::axioms::{Axiom, Edge, Problem, Why};

/// From so many nodes a short cycle is looked for.
const TRIED: usize = 64;

/// Edges by the node that they leave.
#[derive(Debug, Clone)]
pub struct Graph {
    first: Vec<u32>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Of so many nodes.
    pub fn new<'a>(nodes: usize, edges: impl Iterator<Item = &'a Edge> + Clone) -> Self {
        let mut first = vec![0_u32; nodes + 1];
        for edge in edges.clone() {
            if let Some(count) = first.get_mut(edge.from as usize + 1) {
                *count += 1;
            }
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let nothing = Edge {
            from: 0,
            to: 0,
            why: Why::Program,
        };
        let mut sorted = vec![nothing; first.last().map_or(0, |count| *count as usize)];
        for edge in edges {
            if let Some(at) = next.get_mut(edge.from as usize) {
                if let Some(slot) = sorted.get_mut(*at as usize) {
                    *slot = *edge;
                }
                *at += 1;
            }
        }
        Self {
            first,
            edges: sorted,
        }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges that leave a node.
    #[must_use]
    pub fn leaving(&self, node: u32) -> &[Edge] {
        let at = node as usize;
        let range = self.first.get(at).zip(self.first.get(at + 1));
        let range = range.map(|(from, to)| *from as usize..*to as usize);
        range
            .and_then(|range| self.edges.get(range))
            .unwrap_or_default()
    }

    /// The nodes, each after those before it; an error with a cycle if there is none.
    ///
    /// # Errors
    ///
    /// A cycle, as short as any through one of its nodes.
    pub fn order(&self) -> Result<Vec<u32>, Vec<Edge>> {
        let mut missing = vec![0_u32; self.len()];
        for edge in &self.edges {
            missing[edge.to as usize] += 1;
        }
        let numbers = 0..u32::try_from(self.len()).unwrap_or(0);
        let mut order: Vec<u32> = numbers
            .filter(|node| missing[*node as usize] == 0)
            .collect();
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            at += 1;
            for edge in self.leaving(node) {
                missing[edge.to as usize] -= 1;
                if missing[edge.to as usize] == 0 {
                    order.push(edge.to);
                }
            }
        }
        if order.len() == self.len() {
            return Ok(order);
        }
        Err(self.cycle(&missing))
    }

    /// A short cycle among the nodes that still miss something.
    fn cycle(&self, missing: &[u32]) -> Vec<Edge> {
        let inside = |node: u32| missing.get(node as usize).is_some_and(|count| *count > 0);
        // Going on from one that is on no cycle ends on one.
        let Some(start) = (0..).zip(missing).find(|(_, count)| **count > 0) else {
            return Vec::new();
        };
        // Backwards there is always a way on, and it comes to a cycle within as many steps as nodes.
        let on_cycle = self.some_on_cycle(start.0, missing);
        let others = (0..)
            .zip(missing)
            .filter(|(_, count)| **count > 0)
            .map(|(node, _)| node);
        let candidates: Vec<u32> = on_cycle.into_iter().chain(others).take(TRIED).collect();
        // A cycle of what the log says is told before one of what follows from it.
        let plain = |edge: &Edge| {
            inside(edge.to) && !matches!(edge.why, Why::Hidden { .. } | Why::Later { .. })
        };
        let any = |edge: &Edge| inside(edge.to);
        self.shortest(&candidates, &plain)
            .or_else(|| self.shortest(&candidates, &any))
            .unwrap_or_default()
    }

    /// A shortest cycle through one of some nodes.
    fn shortest(&self, nodes: &[u32], fits: &dyn Fn(&Edge) -> bool) -> Option<Vec<Edge>> {
        let found = nodes.iter().filter_map(|node| self.way(*node, *node, fits));
        found.min_by_key(Vec::len)
    }

    /// Nodes of a cycle: found by walking back from one that misses something.
    fn some_on_cycle(&self, start: u32, missing: &[u32]) -> Vec<u32> {
        let mut before: Vec<Option<u32>> = vec![None; self.len()];
        for edge in &self.edges {
            if missing[edge.from as usize] > 0 && missing[edge.to as usize] > 0 {
                before[edge.to as usize] = Some(edge.from);
            }
        }
        let mut seen = vec![false; self.len()];
        let mut at = start;
        while !seen[at as usize] {
            seen[at as usize] = true;
            let Some(previous) = before[at as usize] else {
                return vec![at];
            };
            at = previous;
        }
        let mut found = vec![at];
        let mut next = before[at as usize];
        while let Some(node) = next.filter(|node| *node != at) {
            found.push(node);
            next = before[node as usize];
        }
        found.sort_unstable();
        found
    }

    /// A shortest way of at least one edge from a node to another, along edges that fit.
    pub fn way(&self, from: u32, to: u32, fits: &dyn Fn(&Edge) -> bool) -> Option<Vec<Edge>> {
        let mut before: Vec<Option<Edge>> = vec![None; self.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for edge in self.leaving(node) {
                if before[edge.to as usize].is_some() || !fits(edge) {
                    continue;
                }
                before[edge.to as usize] = Some(*edge);
                if edge.to == to {
                    let mut way = vec![*edge];
                    let mut at = edge.from;
                    while at != from {
                        let edge = before[at as usize]?;
                        way.push(edge);
                        at = edge.from;
                    }
                    way.reverse();
                    return Some(way);
                }
                queue.push_back(edge.to);
            }
        }
        None
    }
}
