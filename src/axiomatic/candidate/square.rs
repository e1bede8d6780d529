//! A literal for each pair of nodes.

use crate::sat::Lit;
use crate::sat::bitset::BitMatrix;

/// A square of literals: one for each pair of nodes, false where a pair is impossible.
#[derive(Debug, Clone)]
pub struct Square {
    size: usize,
    lits: Vec<Lit>,
}

impl Square {
    /// All false.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            size,
            lits: vec![Lit::FALSE; size * size],
        }
    }

    /// The literal of a pair.
    #[must_use]
    pub fn get(&self, from: usize, to: usize) -> Lit {
        self.lits[from * self.size + to]
    }

    /// The pairs that are possible.
    #[must_use]
    pub fn possible(&self) -> BitMatrix {
        let mut result = BitMatrix::new(self.size);
        for (index, &lit) in self.lits.iter().enumerate() {
            if lit != Lit::FALSE {
                result.insert(index / self.size, index % self.size);
            }
        }
        result
    }

    /// All literals, row after row.
    #[must_use]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Sets the literal of a pair.
    pub fn set(&mut self, from: usize, to: usize, lit: Lit) {
        self.lits[from * self.size + to] = lit;
    }
}
