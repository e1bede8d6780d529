//! Values that decide nothing, left open.
//!
//! A read of a cell sends a thread on once for each value that it may find. Where no branch, no address and no atomic
//! depends on what is in a cell, all its values can be one that is not known: executions
//! are then the same but for values, since axioms speak of who reads from whom, and never of what. Each of these has its values
//! without the others': what is computed from what is read is in no circle, as no model has values out of thin air. Which cells these are is found
//! on the way: all are taken for such that only loads and stores use, until something is computed from one of them that decides.
//! Where that is still too much, what atomics add up is left open too, as long as they write whatever they find: sums of numbers
//! that differ are as many as there are sets of them. Two things are known of values only: that a lap changes nothing, and that one try is like another. So what reads of laps find
//! is told apart, and where a thread keeps an open value in a lap nobody says that all executions are interleavings.

use std::collections::BTreeSet;

use crate::graph::components;
use crate::kernel::interpret::finding::Gap;
use crate::kernel::interpret::state::{LOOSE, Taint};
use crate::ptx::operation::Update;

use super::cells::{Datum, Knowledge};
use super::fixpoint::Threads;
use super::graph::{Edge, Graph, Node, Note, Stopped, What};
use super::walk::{Past, Walk};

/// Addresses of cells whose values matter, where those of all others are left open.
pub type Sharp = BTreeSet<u64>;

/// Which values of memory are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Values {
    /// All.
    #[default]
    All,
    /// Those that something depends on, every atomic for one; others are not known.
    Deciding,
    /// The same, where an atomic that always writes, and what it leaves, are nothing that depends on what it finds.
    Open,
}

impl Knowledge {
    /// That such values are told apart: of cells none is known to matter as yet.
    pub fn tell(&mut self, values: Values) {
        self.told = values;
        self.sharp = match values {
            Values::All => None,
            Values::Deciding | Values::Open => Some(Sharp::new()),
        };
    }

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

    /// That an atomic is at a cell: what it finds matters, unless it writes in any case and all that is left open.
    pub fn updates(&mut self, cell: usize, op: Update) {
        let in_any_case = match op {
            Update::Add
            | Update::And
            | Update::Or
            | Update::Xor
            | Update::Min
            | Update::Max
            | Update::Inc
            | Update::Dec
            | Update::Exch => true,
            Update::Cas | Update::Arrive | Update::Leave => false,
        };
        if !(self.told == Values::Open && in_any_case) {
            self.sharpen(cell);
        }
    }

    /// That the values of a cell matter: all threads are walked again.
    /// What a thread heard of another is of no cell: that it is not known stays to be seen.
    pub fn sharpen(&mut self, cell: usize) {
        if let (Some(sharp), Some(cell)) = (&mut self.sharp, self.cells.get(cell)) {
            self.recut |= sharp.insert(cell.address);
        }
    }

    /// That values matter which reads of laps find: a lap that differs in nothing but such a value is taken for one
    /// that changes nothing, and nobody looks at what it reads from.
    pub fn sharpen_laps<'g>(&mut self, graphs: impl Iterator<Item = &'g Graph>) {
        for graph in graphs.filter(|_| self.sharp.is_some()).collect::<Vec<_>>() {
            for at in circles(&following(graph)) {
                if let Some(cell) = graph.nodes[at].what.read() {
                    self.sharpen(cell);
                }
            }
        }
    }
}

/// The nodes behind each node of a graph.
#[must_use]
pub fn following(graph: &Graph) -> Vec<Vec<usize>> {
    let to = |node: &Node| node.edges.iter().filter_map(|edge| edge.to).collect();
    graph.nodes.iter().map(to).collect()
}

/// The nodes that may come again.
fn circles(next: &[Vec<usize>]) -> Vec<usize> {
    let mut found = Vec::new();
    for part in components(next) {
        let circle = |at: &usize| part.len() > 1 || next[*at].contains(at);
        found.extend(part.iter().copied().filter(circle));
    }
    found
}

impl Walk<'_, '_> {
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
    /// Whether the ways of all executions are among those that were found with values left open: none that is open decides
    /// one, and none is cut. Laps that differ in nothing but an open value are alike, so that the bound may cut earlier.
    #[must_use]
    pub fn has_all_ways(&self) -> bool {
        let nodes = self.graphs.iter().flat_map(|graph| &graph.nodes);
        let mut stops = nodes.filter_map(|node| match node.what {
            What::Stop { how, .. } => Some(how),
            What::Read { .. }
            | What::Write { .. }
            | What::Update { .. }
            | What::Fence { .. }
            | What::Meet(_)
            | What::Gather(_)
            | What::Choose => None,
        });
        !self.rests_on_open() && stops.all(|how| how != Stopped::Beyond)
    }

    /// Whether a value that is not known matters after all.
    #[must_use]
    pub fn rests_on_open(&self) -> bool {
        self.forks() || self.has_open_gaps()
    }

    /// Whether a value that is not known matters where it is not looked at what it may be.
    #[must_use]
    pub fn has_open_gaps(&self) -> bool {
        let mut edges = self.graphs.iter().flat_map(|graph| {
            let nodes = graph.nodes.iter().flat_map(|node| &node.edges);
            nodes.chain(&graph.entry)
        });
        let loose = |note: &Note| matches!(note, Note::Gap(Gap::Loose(..)));
        edges.any(|edge| edge.notes.iter().any(loose))
    }
}
