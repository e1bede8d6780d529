//! Square matrices of literals.

use crate::sat::{Circuit, Lit};

/// A relation: a literal for each pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    size: usize,
    lits: Vec<Lit>,
}

impl Matrix {
    /// Nothing is related.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            size,
            lits: vec![Lit::FALSE; size * size],
        }
    }

    /// Each pair by itself.
    #[must_use]
    pub fn of(size: usize, mut lit: impl FnMut(usize, usize) -> Lit) -> Self {
        let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
        Self {
            size,
            lits: pairs.map(|(from, to)| lit(from, to)).collect(),
        }
    }

    /// How many rows there are.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// When a pair is related.
    #[must_use]
    pub fn get(&self, from: usize, to: usize) -> Lit {
        self.lits[from * self.size + to]
    }

    /// Says when a pair is related.
    pub fn set(&mut self, from: usize, to: usize, lit: Lit) {
        self.lits[from * self.size + to] = lit;
    }

    /// All literals.
    #[must_use]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Pair by pair.
    #[must_use]
    pub fn zip(&self, other: &Self, mut both: impl FnMut(Lit, Lit) -> Lit) -> Self {
        let lits = self.lits.iter().zip(&other.lits);
        Self {
            size: self.size,
            lits: lits.map(|(&a, &b)| both(a, b)).collect(),
        }
    }

    /// `self ; other`.
    #[must_use]
    pub fn compose(&self, other: &Self, circuit: &mut Circuit) -> Self {
        let mut cases = Vec::new();
        Self::of(self.size, |from, to| {
            cases.clear();
            for middle in 0..self.size {
                let (first, second) = (self.get(from, middle), other.get(middle, to));
                if first != Lit::FALSE && second != Lit::FALSE {
                    cases.push(circuit.and(first, second));
                }
            }
            circuit.any(cases.iter().copied())
        })
    }

    /// The transitive closure: exact, both ways. One event after the other may be gone through (Warshall, "A theorem on
    /// Boolean matrices", JACM 1962), with fewer gates than by squaring.
    #[must_use]
    pub fn plus(&self, circuit: &mut Circuit) -> Self {
        let mut closed = self.clone();
        for middle in 0..self.size {
            for from in 0..self.size {
                let first = closed.get(from, middle);
                if first == Lit::FALSE || circuit.is_full() {
                    continue;
                }
                for to in 0..self.size {
                    let second = closed.get(middle, to);
                    if second != Lit::FALSE && from != middle && to != middle {
                        let through = circuit.and(first, second);
                        let lit = circuit.or(closed.get(from, to), through);
                        closed.set(from, to, lit);
                    }
                }
            }
        }
        closed
    }
}
