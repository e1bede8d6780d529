//! What a thread did up to a moment.

use std::collections::BTreeMap;

use crate::kernel::interpret::state::Taint;

use super::cells::{Age, Cell, Datum};
use super::counters::Least;
use super::meetings::{Meeting, Round};
use super::unsure::Unsure;

/// What a thread did up to a moment, as far as it counts laps.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Past {
    /// How often it wrote each cell.
    pub wrote: BTreeMap<usize, u32>,
    /// How often it wrote cells that nobody looks at.
    pub unread: u32,
    /// How often it wrote each cell and left another value there than it found, or did not look: no more than it wrote it, in whatever
    /// walk that was counted.
    pub changed: BTreeMap<usize, u32>,
    /// How often it came to each place where threads meet.
    pub rounds: BTreeMap<Meeting, u32>,
    /// What it left in cells that nobody else writes: there it finds what it wrote last, under every model.
    pub left: BTreeMap<usize, Datum>,
    /// What it does not find any more in cells that it has looked at, as long as it may come to their atomics again.
    pub least: Least,
    /// What it has added to cells that go up and down, as long as it may look at some cell again.
    pub added: BTreeMap<usize, u64>,
    /// For the reads that live values are computed from: which cell, and how old what was read is.
    pub ages: BTreeMap<u32, (usize, Age)>,
    /// How many accesses of cells it made, where it follows a run.
    pub turn: usize,
    /// Of cells, the last writes that it may not have done.
    pub unsure: Unsure,
    /// The reads that live values are computed from and that found what was not expected.
    pub unexpected: Taint,
}

impl Past {
    /// Which time the thread comes to a place where threads meet.
    #[must_use]
    pub fn round(&self, with: Meeting) -> Round {
        let rounds = self.rounds.iter();
        let beside = rounds.filter(|(other, _)| **other != with && with.is_beside(other));
        Round {
            before: self.rounds.get(&with).copied().unwrap_or(0),
            beside: beside.map(|(_, count)| count).sum(),
        }
    }

    /// That a bit stands for a read of a cell, how old what it found is.
    pub fn read(&mut self, bit: u32, of: (usize, Age)) {
        self.unsure.reused(bit);
        self.unexpected &= !(1 << bit);
        self.ages.insert(bit, of);
    }

    /// How often it has written each cell at least. Of updates that write back what they found only walks in which some access of the
    /// cell is weak count any: what is said here is held against what another walk has counted.
    #[must_use]
    pub fn surely_wrote(&self, cells: &[Cell]) -> BTreeMap<Cell, u32> {
        let changed = self.changed.iter();
        changed
            .map(|(&cell, &count)| {
                let unsure = self.unsure.count(cell, 0);
                (cells[cell], count.saturating_sub(unsure))
            })
            .collect()
    }
}
