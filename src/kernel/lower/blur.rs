//! Values that decide nothing, left open.
//!
//! A read of a cell sends a thread on once for each value that it may find. Where no branch, no address and no strong access
//! of another cell depends on what is in a cell, all its values can be one that is not known: executions
//! are then the same but for values, since axioms speak of who reads from whom, and never of what. Which cells these are is found
//! on the way: all are taken for such that only weak loads and stores use, until something is computed from one of them.

use std::collections::BTreeSet;

use crate::kernel::interpret::finding::Gap;
use crate::kernel::interpret::state::{LOOSE, Taint};
use crate::ptx::operation::{Access, Order};

use super::cells::{Datum, Knowledge};
use super::fixpoint::Threads;
use super::graph::{Edge, Note, What};
use super::walk::{Past, Walk};

/// Addresses of cells whose values matter, where those of all others are left open.
pub type Sharp = BTreeSet<u64>;

/// Which values of memory are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// All.
    All,
    /// Those that something depends on; others are not known.
    Deciding,
}

impl Values {
    /// The cells whose values matter, as long as none is known to.
    #[must_use]
    pub const fn sharp(self) -> Option<Sharp> {
        match self {
            Self::All => None,
            Self::Deciding => Some(Sharp::new()),
        }
    }
}

impl Knowledge {
    /// Whether the values of a cell are left open.
    #[must_use]
    pub fn blurs(&self, cell: usize) -> bool {
        let address = self.cells[cell].address;
        let sharp = self.sharp.as_ref();
        sharp.is_some_and(|sharp| !sharp.contains(&address))
    }

    /// A value, left open where all of the cell are.
    #[must_use]
    pub fn blurred(&self, cell: usize, datum: Datum) -> Datum {
        if self.blurs(cell) {
            Datum::new(0, datum.flags | LOOSE)
        } else {
            datum
        }
    }

    /// That the values of a cell matter: all threads are walked again.
    /// What a thread heard of another is of no cell: that it is not known stays to be seen.
    fn sharpen(&mut self, cell: usize) {
        if let (Some(sharp), Some(cell)) = (&mut self.sharp, self.cells.get(cell)) {
            self.recut |= sharp.insert(cell.address);
        }
    }
}

impl Walk<'_, '_> {
    /// That a cell is accessed.
    pub fn sharpen_for(&mut self, cell: usize, access: Access, updates: bool) {
        if updates || access.order != Order::Weak {
            self.know.sharpen(cell);
        }
    }

    /// That values matter that were read for bits.
    pub fn sharpen_read(&mut self, past: &Past, bits: Taint) {
        for (bit, (cell, _)) in &past.ages {
            if bits >> bit & 1 == 1 {
                self.know.sharpen(*cell);
            }
        }
    }

    /// That a value is written to a cell.
    pub fn sharpen_written(&mut self, past: &Past, cell: usize, datum: Datum, data: Taint) {
        if datum.flags & LOOSE != 0 && !self.know.blurs(cell) {
            self.sharpen_read(past, data);
        }
    }

    /// That values matter where something could not be told on the ways on from a node.
    pub fn sharpen_told(&mut self, at: usize, edges: &[Edge]) {
        if self.know.sharp.is_none() {
            return;
        }
        let mut notes = edges.iter().flat_map(|edge| &edge.notes);
        if notes.any(|note| matches!(note, Note::Gap(Gap::Loose(..)))) {
            let (_, past) = self.moments[at].clone();
            self.sharpen_read(&past, Taint::MAX);
            if let What::Read { cell, .. } = self.graph.nodes[at].what {
                self.know.sharpen(cell);
            }
        }
    }
}

impl Threads {
    /// Whether a value that is not known matters after all.
    #[must_use]
    pub fn rests_on_open(&self) -> bool {
        let mut edges = self.graphs.iter().flat_map(|graph| {
            let nodes = graph.nodes.iter().flat_map(|node| &node.edges);
            nodes.chain(&graph.entry)
        });
        let loose = |note: &Note| matches!(note, Note::Gap(Gap::Loose(..)));
        self.forks() || edges.any(|edge| edge.notes.iter().any(loose))
    }
}
