//! Cells: pieces of memory that several threads use, and what can be in them.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::interpret::state::{LOOSE, Taint, UNINITIALISED};
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;

use super::meetings::{Meeting, Sayings};

/// What a cell holds: a pattern, and whether nobody wrote or knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Datum {
    /// The pattern.
    pub bits: u64,
    /// [`UNINITIALISED`], [`LOOSE`], both or none.
    pub flags: Taint,
}

impl Datum {
    /// A value with the flags of its taint.
    #[must_use]
    pub const fn new(bits: u64, taint: Taint) -> Self {
        Self {
            bits,
            flags: taint & (UNINITIALISED | LOOSE),
        }
    }
}

/// How many writes a value has behind it, each computed from the one before: no execution has more of these
/// than threads write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Age {
    /// In all cells.
    pub whole: u32,
    /// In this cell, one right from the other.
    pub own: u32,
}

/// A piece of memory whose accesses are all of the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Its first address, generic.
    pub address: u64,
    /// Its size.
    pub bytes: usize,
}

/// What an access of some bytes touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touched {
    /// Bytes that nobody else uses, or nobody writes.
    Private,
    /// A cell.
    Cell(usize),
    /// Bytes of which some are used at another size.
    Mixed,
}

/// What is known of a launch's memory.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    /// Bytes that one thread writes and another uses.
    pub shared: BTreeSet<u64>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// What each can hold.
    pub values: Vec<BTreeMap<Datum, Age>>,
    /// How often each is written in a run, at most.
    pub most: Vec<u32>,
    /// The same of all cells.
    pub most_of_all: u32,
    /// Accesses that cover no cell as a whole: function, instruction, address.
    pub mixed: BTreeSet<(usize, usize, u64)>,
    /// Whether something was learnt since somebody looked.
    pub grown: bool,
    at: BTreeMap<u64, usize>,
    /// Cells with an access that is not strong, or not wide enough for all users.
    pub weak: BTreeSet<usize>,
    /// Numbers of rounds.
    pub meetings: BTreeMap<(Meeting, u32), usize>,
    /// Who writes each cell.
    pub writers: BTreeMap<usize, BTreeSet<usize>>,
    /// What each thread can say at each round.
    pub said: BTreeMap<(i64, usize), Sayings>,
    /// The threads of a block that use a barrier which counts.
    pub parties: BTreeMap<(usize, Meeting), BTreeSet<usize>>,
}

impl Knowledge {
    /// What an access of some bytes touches.
    pub fn touch(&mut self, setup: &Setup, address: u64, bytes: usize) -> Touched {
        let end = address + bytes as u64;
        if self.shared.range(address..end).next().is_none() {
            return Touched::Private;
        }
        if let Some(&cell) = self.at.get(&address)
            && self.cells[cell].bytes == bytes
        {
            return Touched::Cell(cell);
        }
        // Cells are never longer than eight bytes.
        let mut near = self.at.range(address.saturating_sub(8)..end);
        if near.any(|(&start, &cell)| start + self.cells[cell].bytes as u64 > address) {
            return Touched::Mixed;
        }
        let cell = self.cells.len();
        self.cells.push(Cell { address, bytes });
        self.at.insert(address, cell);
        self.values.push(BTreeMap::from([(
            initial(setup, address, bytes),
            Age::default(),
        )]));
        self.most.push(0);
        self.grown = true;
        Touched::Cell(cell)
    }

    /// That a value can be in a cell.
    pub fn add(&mut self, cell: usize, datum: Datum, age: Age) {
        if age.own > self.most[cell] || age.whole > self.most_of_all {
            return;
        }
        let known = self.values[cell].get(&datum).copied();
        let new = known.map_or(age, |known| Age {
            whole: known.whole.min(age.whole),
            own: known.own.min(age.own),
        });
        if known != Some(new) {
            self.values[cell].insert(datum, new);
            self.grown = true;
        }
    }

    /// That a thread writes a cell.
    pub fn writes(&mut self, cell: usize, thread: usize) {
        self.grown |= self.writers.entry(cell).or_default().insert(thread);
    }

    /// Whether no thread but this writes a cell.
    #[must_use]
    pub fn is_own(&self, cell: usize, thread: usize) -> bool {
        let others = self.writers.get(&cell).into_iter().flatten();
        others.into_iter().all(|writer| *writer == thread)
    }

    /// The cell that begins at an address.
    #[must_use]
    pub fn cell_at(&self, address: u64) -> Option<usize> {
        self.at.get(&address).copied()
    }
}

/// What a piece of memory holds at the start.
#[must_use]
pub fn initial(setup: &Setup, address: u64, bytes: usize) -> Datum {
    let mut pattern = [0; 8];
    let mut flags = 0;
    if let Some(region) = region_of(&setup.regions, address) {
        let region = &setup.regions[region];
        let offset = usize::try_from(address - region.base).unwrap_or(0);
        let known = region.initial.iter().skip(offset).take(bytes);
        for (to, byte) in pattern.iter_mut().zip(known) {
            *to = byte.unwrap_or(0);
            if byte.is_none() {
                flags = UNINITIALISED;
            }
        }
    }
    Datum::new(u64::from_le_bytes(pattern), flags)
}

impl Knowledge {
    /// Whether every access of a cell is strong, as far as all its users go: an update that writes what it
    /// finds then hands on what its source does.
    #[must_use]
    pub fn strong(&self, cell: usize) -> bool {
        !self.weak.contains(&cell)
    }
}
