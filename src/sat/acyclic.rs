//! "This graph has no cycle", where edges are literals, by vertex elimination.
//!
//! Vertices are taken out one by one, the one of least in-degree times out-degree first; each path
//! through it becomes an edge past it, and two edges between the same pair in opposite directions
//! exclude each other (Rankooh and Rintanen, AAAI 2022). Only strongly connected parts matter.

use std::collections::BTreeMap;

use crate::graph::components;

use super::circuit::{Circuit, Lit};

/// Demands that the edges, where `condition` holds, form no cycle.
pub fn forbid_cycles(
    circuit: &mut Circuit,
    size: usize,
    edges: &[(usize, usize, Lit)],
    condition: Lit,
) {
    let edges = merged(circuit, edges);
    for part in parts(size, &edges) {
        Elimination::new(&part, &edges).run(circuit, condition);
    }
    for (from, to, lit) in edges {
        if from == to {
            circuit.clause(&[!condition, !lit]);
        }
    }
}

/// Each pair once: an edge that is given more than once is there where any of them is.
fn merged(circuit: &mut Circuit, edges: &[(usize, usize, Lit)]) -> Vec<(usize, usize, Lit)> {
    let mut each: BTreeMap<(usize, usize), Lit> = BTreeMap::new();
    for &(from, to, lit) in edges {
        let known = each.entry((from, to)).or_insert(Lit::FALSE);
        *known = circuit.or(*known, lit);
    }
    let each = each.into_iter();
    each.map(|((from, to), lit)| (from, to, lit)).collect()
}

/// The strongly connected parts with more than one vertex.
fn parts(size: usize, edges: &[(usize, usize, Lit)]) -> Vec<Vec<usize>> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); size];
    for &(from, to, lit) in edges {
        if from != to && lit != Lit::FALSE {
            next[from].push(to);
        }
    }
    let mut parts = components(&next);
    parts.retain(|part| part.len() > 1);
    parts
}

struct Elimination {
    size: usize,
    edges: Vec<Lit>,
    /// Edges with a variable of their own, which may be made true by a path.
    own: Vec<bool>,
    alive: Vec<usize>,
}

impl Elimination {
    fn new(part: &[usize], edges: &[(usize, usize, Lit)]) -> Self {
        let size = part.len();
        let mut result = Self {
            size,
            edges: vec![Lit::FALSE; size * size],
            own: vec![false; size * size],
            alive: (0..size).collect(),
        };
        for &(from, to, lit) in edges {
            if let (Ok(a), Ok(b)) = (part.binary_search(&from), part.binary_search(&to))
                && a != b
            {
                result.edges[a * size + b] = lit;
            }
        }
        result.reduce();
        result
    }

    fn edge(&self, from: usize, to: usize) -> Lit {
        self.edges[from * self.size + to]
    }

    /// Leaves out certain edges that certain paths imply. A circle of certain edges stays.
    fn reduce(&mut self) {
        let certain: Vec<bool> = self.edges.iter().map(|&lit| lit == Lit::TRUE).collect();
        let is = |a: usize, b: usize| certain[a * self.size + b];
        let mut spare = Vec::new();
        for a in 0..self.size {
            for b in (0..self.size).filter(|&b| is(a, b) && !is(b, a)) {
                let between = |m: usize| is(a, m) && is(m, b) && !is(m, a) && !is(b, m);
                if (0..self.size).any(between) {
                    spare.push(a * self.size + b);
                }
            }
        }
        // Certain edges come from transitive orders (program order); on such, leaving out every
        // edge that has a two-step detour keeps all paths.
        if self.transitive(&certain) {
            for index in spare {
                self.edges[index] = Lit::FALSE;
            }
        }
    }

    fn transitive(&self, certain: &[bool]) -> bool {
        let is = |a: usize, b: usize| certain[a * self.size + b];
        (0..self.size).all(|a| {
            !is(a, a)
                && (0..self.size)
                    .filter(|&b| is(a, b))
                    .all(|b| !is(b, a) && (0..self.size).filter(|&c| is(b, c)).all(|c| is(a, c)))
        })
    }

    fn run(mut self, circuit: &mut Circuit, condition: Lit) {
        while self.alive.len() > 1 && !circuit.is_full() {
            let Some(position) = self.cheapest() else {
                return;
            };
            let vertex = self.alive.swap_remove(position);
            self.eliminate(circuit, vertex, condition);
        }
    }

    fn cheapest(&self) -> Option<usize> {
        let cost = |&(_, &vertex): &(usize, &usize)| {
            let degree = |present: &dyn Fn(usize) -> Lit| {
                self.alive
                    .iter()
                    .filter(|&&other| present(other) != Lit::FALSE)
                    .count()
            };
            let incoming = degree(&|other| self.edge(other, vertex));
            let outgoing = degree(&|other| self.edge(vertex, other));
            (incoming * outgoing, vertex)
        };
        self.alive
            .iter()
            .enumerate()
            .min_by_key(cost)
            .map(|(position, _)| position)
    }

    fn eliminate(&mut self, circuit: &mut Circuit, vertex: usize, condition: Lit) {
        for from in self.alive.clone() {
            let first = self.edge(from, vertex);
            if first == Lit::FALSE {
                continue;
            }
            for to in self.alive.clone() {
                let second = self.edge(vertex, to);
                if second == Lit::FALSE || first == !second {
                    continue;
                }
                if from == to {
                    circuit.clause(&[!condition, !first, !second]);
                } else {
                    self.bypass(circuit, (from, to), first, second);
                }
            }
        }
    }

    /// The edge past a vertex: there is one where both steps are there.
    fn bypass(&mut self, circuit: &mut Circuit, ends: (usize, usize), first: Lit, second: Lit) {
        let index = ends.0 * self.size + ends.1;
        let known = self.edges[index];
        if known == Lit::TRUE {
            return;
        }
        let single = match (first, second) {
            (Lit::TRUE, other) | (other, Lit::TRUE) => Some(other),
            _ => None,
        };
        if let Some(single) = single
            && (known == Lit::FALSE || known == single || single == Lit::TRUE)
        {
            self.edges[index] = single;
            self.own[index] = false;
            return;
        }
        if !self.own[index] {
            let fresh = circuit.variable();
            circuit.clause(&[!known, fresh]);
            self.edges[index] = fresh;
            self.own[index] = true;
        }
        circuit.clause(&[!first, !second, self.edges[index]]);
    }
}
