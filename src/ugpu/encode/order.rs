//! Points of time and the order between them.

use std::collections::BTreeMap;

use crate::sat::acyclic::forbid_cycles;
use crate::sat::bitset::BitMatrix;
use crate::sat::{Circuit, Lit};

/// The order of some points.
#[derive(Debug)]
pub struct Order {
    size: usize,
    /// What the program demands, where its literal holds.
    demanded: BTreeMap<(usize, usize), Lit>,
    /// What follows from the demands that always hold.
    certain: BitMatrix,
    /// Whether the first is before the second, for pairs in ascending order.
    known: BTreeMap<(usize, usize), Lit>,
}

impl Order {
    /// The order of so many points, given what the program demands.
    pub fn new(circuit: &mut Circuit, size: usize, demands: &[(usize, usize, Lit)]) -> Self {
        let mut demanded: BTreeMap<(usize, usize), Lit> = BTreeMap::new();
        let mut certain = BitMatrix::new(size);
        for &(from, to, when) in demands {
            let already = demanded.get(&(from, to)).copied().unwrap_or(Lit::FALSE);
            let when = circuit.or(already, when);
            if when == Lit::TRUE {
                certain.insert(from, to);
            }
            if when != Lit::FALSE {
                demanded.insert((from, to), when);
            }
        }
        Self {
            size,
            demanded,
            certain: certain.closure(),
            known: BTreeMap::new(),
        }
    }

    /// The literal that says whether one point is before another.
    pub fn before(&mut self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        if a == b || self.certain.contains(b, a) {
            return Lit::FALSE;
        }
        if self.certain.contains(a, b) {
            return Lit::TRUE;
        }
        let pair = (a.min(b), a.max(b));
        let lit = self.known.entry(pair).or_insert_with(|| circuit.variable());
        if a < b { *lit } else { !*lit }
    }

    /// Demands that there is such an order. No pair may be asked for afterwards.
    pub fn close(&self, circuit: &mut Circuit) {
        let mut edges = Vec::new();
        for (&(from, to), &when) in &self.demanded {
            let pair = (from.min(to), from.max(to));
            match self.known.get(&pair) {
                Some(&lit) => {
                    let lit = if from < to { lit } else { !lit };
                    circuit.clause(&[!when, lit]);
                }
                None => edges.push((from, to, when)),
            }
        }
        for (&(a, b), &lit) in &self.known {
            edges.extend([(a, b, lit), (b, a, !lit)]);
        }
        forbid_cycles(circuit, self.size, &edges, Lit::TRUE);
    }

    /// The points in an order that an assignment allows.
    pub fn sort(&self, truth: impl Fn(Lit) -> bool) -> Option<Vec<usize>> {
        let mut before = vec![Vec::new(); self.size];
        for (&(from, to), &when) in &self.demanded {
            if truth(when) {
                before[to].push(from);
            }
        }
        for (&(a, b), &lit) in &self.known {
            let (from, to) = if truth(lit) { (a, b) } else { (b, a) };
            before[to].push(from);
        }
        let mut placed = vec![false; self.size];
        let mut sorted = Vec::new();
        while sorted.len() < self.size {
            let ready = |point: &usize| {
                !placed[*point] && before[*point].iter().all(|earlier| placed[*earlier])
            };
            let next = (0..self.size).find(ready)?;
            placed[next] = true;
            sorted.push(next);
        }
        Some(sorted)
    }
}
