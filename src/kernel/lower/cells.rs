//! Cells: pieces of memory that several threads use, and what can be in them.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::arithmetic::cut;
use crate::kernel::interpret::holes;
use crate::kernel::interpret::state::{KEPT, Taint, Value};
use crate::kernel::setup::Setup;
use crate::program::LocationId;

pub use super::ages::Age;
use super::along::Turn;
use super::blur::{Sharp, Values};
use super::meetings::{Meeting, Round, Sayings};
use super::pieces::Sizes;
pub use super::pieces::initial;
use super::stamps::{Reader, Stamp};
use super::walk::Walk;

/// What a cell holds: a pattern, and whether nobody wrote or knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Datum {
    /// The pattern.
    pub bits: u64,
    /// What of the taint is kept: [`KEPT`].
    pub flags: Taint,
}

impl Datum {
    /// A value with the flags of its taint.
    #[must_use]
    pub const fn new(bits: u64, taint: Taint) -> Self {
        Self {
            bits,
            flags: taint & KEPT,
        }
    }
}

/// Bytes that are looked at together: those of a cell, which writes write all or none of, or those of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Its first address, generic.
    pub address: u64,
    /// Its size.
    pub bytes: usize,
}

impl Cell {
    /// The bytes from one address to another.
    #[must_use]
    pub fn between(start: u64, end: u64) -> Self {
        Self {
            address: start,
            bytes: usize::try_from(end.saturating_sub(start)).unwrap_or(0),
        }
    }

    /// The address behind it.
    #[must_use]
    pub const fn end(self) -> u64 {
        self.address + self.bytes as u64
    }

    /// The bytes that both have.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        let end = self.end().min(other.end());
        Self::between(self.address.max(other.address), end)
    }

    /// What a value of these bytes has in a part of them.
    #[must_use]
    pub fn part(self, bits: u64, part: Self) -> u64 {
        let (skipped, wide) = self.skipped(part);
        cut(bits.checked_shr(skipped).unwrap_or(0), wide)
    }

    /// The same with what is to be said of it.
    #[must_use]
    pub fn piece(self, value: Value, part: Self) -> Datum {
        let (skipped, wide) = self.skipped(part);
        Datum::new(
            self.part(value.bits, part),
            holes::part(value.taint, skipped, wide),
        )
    }

    /// How many bits come before a part, and how many it has.
    fn skipped(self, part: Self) -> (u32, u16) {
        let skipped = part.address.saturating_sub(self.address) * 8;
        let wide = u16::try_from(part.bytes * 8).unwrap_or(64).min(64);
        // Behind the last bit there is nothing.
        (u32::try_from(skipped).unwrap_or(64), wide)
    }
}

/// What is known of a launch's memory.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own"
)]
pub struct Knowledge {
    /// Bytes that one thread writes and another uses.
    pub shared: BTreeSet<u64>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// What each can hold, and when that was written; nothing for the start.
    pub values: Vec<BTreeMap<Datum, BTreeMap<Option<Stamp>, Age>>>,
    /// How often each is written in a run, at most.
    pub most: Vec<u32>,
    /// The same of all cells.
    pub most_of_all: u32,
    /// Where accesses begin and end.
    pub sizes: Sizes,
    /// Cells are to be cut anew.
    pub recut: bool,
    /// The cells whose values matter; nothing where those of all do.
    pub sharp: Option<Sharp>,
    /// Which values are told apart.
    pub told: Values,
    /// Operations of other bytes than those of a cell, with a number for each.
    pub aliases: BTreeMap<(usize, Cell), usize>,
    /// Whether something was learnt since somebody looked.
    pub grown: bool,
    at: BTreeMap<u64, usize>,
    /// Cells that somebody looks at, with who does.
    pub looked_at: BTreeMap<usize, BTreeSet<usize>>,
    /// Cells with an access that is not strong, or not wide enough for all users.
    pub weak: BTreeSet<usize>,
    /// Cells with a write that is not strong, or not wide enough for all users.
    pub loose_writes: BTreeSet<usize>,
    /// Of cells, the atomics in loops that use them: function and instruction.
    pub again: BTreeMap<usize, BTreeSet<(usize, usize)>>,
    /// Those of them that compare with what was read before, of cells that are no counters.
    pub compared: BTreeMap<usize, BTreeSet<(usize, usize)>>,
    /// Cells in which something leaves less than was there.
    pub falls: BTreeSet<usize>,
    /// Cells in which something leaves more than was there.
    pub rises: BTreeSet<usize>,
    /// Cells that hold more than the sum of what was added to them.
    pub unsummed: BTreeSet<usize>,
    /// What each thread can have added to a cell, at moments.
    pub sums: BTreeMap<(usize, usize), BTreeSet<u64>>,
    /// Whether threads follow a run, so that reads may find what they have no way on for.
    pub along: bool,
    /// What was written along that run.
    pub written: BTreeMap<Turn, Datum>,
    /// Blocks with a barrier that a thread may come to without a jump that says so.
    pub doubtful: BTreeSet<usize>,
    /// Whether a thread does what is no event and may hang on what others do.
    pub hidden: bool,
    /// Numbers of rounds.
    pub meetings: BTreeMap<(Meeting, Round), usize>,
    /// Who writes each cell.
    pub writers: BTreeMap<usize, BTreeSet<usize>>,
    /// What each thread can say at each round.
    pub said: BTreeMap<(i64, usize), Sayings>,
    /// The threads of a block that use a barrier which counts.
    pub parties: BTreeMap<(usize, Meeting), BTreeSet<usize>>,
}

impl Knowledge {
    /// A cell that is new.
    pub fn add_cell(&mut self, setup: &Setup, bytes: Cell) -> usize {
        let cell = self.cells.len();
        self.cells.push(bytes);
        self.at.insert(bytes.address, cell);
        let first = BTreeMap::from([(None, Age::default())]);
        let first = BTreeMap::from([(self.first(setup, cell), first)]);
        self.values.push(first);
        self.most.push(0);
        self.grown = true;
        cell
    }

    /// What a cell holds at the start, as far as its values matter.
    #[must_use]
    pub fn first(&self, setup: &Setup, cell: usize) -> Datum {
        self.blurred(cell, initial(setup, self.cells[cell]))
    }

    /// Begins anew with other cells.
    pub fn begin_anew(&mut self) {
        *self = Self {
            shared: std::mem::take(&mut self.shared),
            sizes: std::mem::take(&mut self.sizes),
            sharp: self.sharp.take(),
            along: self.along,
            told: self.told,
            ..Self::default()
        };
    }

    /// The location of a cell, as operations of some bytes see it.
    #[must_use]
    pub fn location(&self, cell: usize, of: Cell) -> LocationId {
        let alias = self.aliases.get(&(cell, of));
        LocationId(alias.map_or(cell, |alias| self.cells.len() + alias))
    }

    /// Whether memory is used at several sizes.
    #[must_use]
    pub fn mixed(&self) -> bool {
        !self.aliases.is_empty()
    }

    /// That a value can be in a cell, written then. Where more writes would be behind it than there are, it is an update
    /// that writes what it found into a cell of strong accesses: who finds it finds what that found as well.
    pub fn add(&mut self, cell: usize, datum: Datum, age: Age, stamp: Stamp) {
        if age.own > self.most[cell] || age.whole > self.most_of_all {
            return;
        }
        let stamps = self.values[cell].entry(datum).or_default();
        let stamp = Some(stamp);
        let known = stamps.get(&stamp).copied();
        let new = known.map_or(age, |known| known.least(age));
        if known != Some(new) {
            stamps.insert(stamp, new);
            self.grown = true;
        }
    }

    /// What a read can find in a cell, each with how old it is at least.
    #[must_use]
    pub fn found(&self, cell: usize, reader: Option<&Reader>) -> Vec<(Datum, Age)> {
        let values = self.values[cell].iter().filter_map(|(datum, stamps)| {
            let stamps = stamps.iter();
            let found = stamps
                .filter(|(stamp, _)| reader.is_none_or(|reader| reader.finds(stamp.as_ref())));
            let age = found.map(|(_, age)| *age).reduce(Age::least)?;
            Some((*datum, age))
        });
        values.collect()
    }

    /// When what a read finds in a cell can have been written, and not only left there; nothing for the start.
    pub fn written<'k>(
        &'k self,
        cell: usize,
        datum: Datum,
        reader: Option<&'k Reader>,
    ) -> impl Iterator<Item = Option<&'k Stamp>> {
        let stamps = self.values[cell].get(&datum).into_iter().flatten();
        stamps
            .map(|(stamp, _)| stamp.as_ref())
            .filter(|stamp| !stamp.is_some_and(|stamp| stamp.left))
            .filter(move |stamp| reader.is_none_or(|reader| reader.finds_left(*stamp)))
    }

    /// Whether a cell is used as a part of others, too.
    #[must_use]
    pub fn is_aliased(&self, cell: usize) -> bool {
        self.aliases.keys().any(|(aliased, _)| *aliased == cell)
    }

    /// That a thread writes a cell.
    pub fn writes(&mut self, cell: usize, thread: usize) {
        self.grown |= self.writers.entry(cell).or_default().insert(thread);
    }

    /// That a thread looks at a cell.
    pub fn looks(&mut self, cell: usize, thread: usize) {
        self.grown |= self.looked_at.entry(cell).or_default().insert(thread);
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

impl Walk<'_, '_> {
    /// Whether some thread writes a cell whose launch neither ends before that of this thread nor begins after it.
    #[must_use]
    pub fn is_written_meanwhile(&self, cell: usize) -> bool {
        let mut writers = self.know.writers.get(&cell).into_iter().flatten();
        writers.any(|&writer| !self.machine.setup.apart(writer, self.thread))
    }
}

impl Knowledge {
    /// Whether every access of a cell is strong, as far as all its users go: an update that writes what it
    /// finds then hands on what its source does.
    #[must_use]
    pub fn strong(&self, cell: usize) -> bool {
        !self.weak.contains(&cell)
    }
}
