//! How bytes are cut into cells.
//!
//! Bytes that are written are cut where writes begin and end, so that each byte of a cell comes from one write. Reads
//! cut nothing there: one that is narrower than a cell takes a part of what it finds, one that is wider finds several
//! cells. The cuts are found on the way; where a new one goes through a cell, all threads are walked again.

use std::collections::BTreeSet;

use crate::kernel::interpret::holes;
use crate::kernel::interpret::state::UNWRITTEN;
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;

use super::cells::{Cell, Datum, Knowledge};

/// A piece of an access: a cell, or bytes that nobody else uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its bytes: all of the cell's, of which a read may want a part.
    pub bytes: Cell,
    /// The cell.
    pub cell: Option<usize>,
    /// The bytes of the element that it is a piece of.
    pub element: Cell,
    /// The bytes of the operation that it is a piece of.
    pub of: Cell,
}

/// What an access touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// These, in the order of their addresses.
    Pieces(Vec<Piece>),
    /// Cells are to be cut anew.
    Recut,
}

/// The places where accesses begin and end, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct Sizes {
    writes: BTreeSet<(u64, u64)>,
    reads: BTreeSet<(u64, u64)>,
}

/// No access of one element is longer.
const LONGEST: u64 = 16;

impl Sizes {
    /// The bytes around one that no known access parts.
    fn around(&self, byte: u64) -> (u64, u64) {
        let near = |ranges: &BTreeSet<(u64, u64)>| -> Vec<(u64, u64)> {
            let from = byte.saturating_sub(LONGEST);
            let near = ranges.range((from, 0)..(byte + LONGEST, 0));
            near.copied().collect()
        };
        let mut ranges = near(&self.writes);
        if !ranges
            .iter()
            .any(|(start, end)| (*start..*end).contains(&byte))
        {
            ranges.extend(near(&self.reads));
        }
        let ends = || ranges.iter().flat_map(|(start, end)| [*start, *end]);
        let start = ends().filter(|end| *end <= byte).max();
        let end = ends().filter(|end| *end > byte).min();
        (start.unwrap_or(byte), end.unwrap_or(byte + 1))
    }
}

impl Knowledge {
    /// What an operation touches with one of its elements.
    pub fn touch(&mut self, setup: &Setup, element: Cell, of: Cell, writes: bool) -> Touched {
        let (address, end) = (element.address, element.end());
        let private = |start: u64, end: u64| Piece {
            bytes: Cell::between(start, end),
            cell: None,
            element,
            of,
        };
        if self.shared.range(address..end).next().is_none() {
            return Touched::Pieces(vec![private(address, end)]);
        }
        let sizes = if writes {
            &mut self.sizes.writes
        } else {
            &mut self.sizes.reads
        };
        sizes.insert((address, end));
        let mut found = Vec::new();
        let mut at = address;
        while at < end {
            let (start, stop) = self.sizes.around(at);
            if self.shared.range(start..stop).next().is_none() {
                found.push(private(at.max(start), stop.min(end)));
                at = stop;
                continue;
            }
            let bytes = Cell::between(start, stop);
            let Some(cell) = self.cell(setup, bytes) else {
                self.recut = true;
                return Touched::Recut;
            };
            let whole = address <= start && stop <= end;
            if !whole && self.cut_at_known(setup, bytes) {
                self.recut = true;
                return Touched::Recut;
            }
            if of != bytes {
                let next = self.aliases.len();
                // Of such a cell less is left out of what can be found.
                self.grown |= !self.aliases.contains_key(&(cell, of));
                self.aliases.entry((cell, of)).or_insert(next);
            }
            found.push(Piece {
                bytes,
                cell: Some(cell),
                element,
                of,
            });
            at = stop;
        }
        Touched::Pieces(found)
    }

    /// The cell of these bytes; none where another has some of them.
    fn cell(&mut self, setup: &Setup, bytes: Cell) -> Option<usize> {
        if let Some(known) = self.cell_at(bytes.address)
            && self.cells[known] == bytes
        {
            return Some(known);
        }
        let overlaps = |cell: &Cell| cell.address < bytes.end() && bytes.address < cell.end();
        if self.cells.iter().any(overlaps) {
            return None;
        }
        // Who used the rest of them alone up to now did so elsewhere.
        let known = self.shared.len();
        self.shared.extend(bytes.address..bytes.end());
        if self.shared.len() > known {
            return None;
        }
        Some(self.add_cell(setup, bytes))
    }

    /// Cuts a cell where what is known at the start begins or ends, if it does so within: of what nobody wrote a narrow
    /// read must not hear where it reads what is known. Whether there was something to cut.
    fn cut_at_known(&mut self, setup: &Setup, bytes: Cell) -> bool {
        let known = initial_bytes(setup, bytes);
        let mut at = bytes.address;
        let parts = known.chunk_by(|one, other| one.is_some() == other.is_some());
        let parts: Vec<usize> = parts.map(<[Option<u8>]>::len).collect();
        for length in &parts {
            let end = at + *length as u64;
            self.sizes.writes.insert((at, end));
            at = end;
        }
        parts.len() > 1
    }
}

/// What some bytes hold at the start, as far as they are of one region.
#[must_use]
pub fn initial_bytes(setup: &Setup, Cell { address, bytes }: Cell) -> Vec<Option<u8>> {
    let Some(region) = region_of(&setup.regions, address) else {
        return Vec::new();
    };
    let region = &setup.regions[region];
    let offset = usize::try_from(address - region.base).unwrap_or(0);
    let initial = region.initial.iter().skip(offset);
    initial.take(bytes).copied().collect()
}

/// What a piece of memory holds at the start.
#[must_use]
pub fn initial(setup: &Setup, cell: Cell) -> Datum {
    let mut pattern = [0; 8];
    let known = initial_bytes(setup, cell);
    for (to, byte) in pattern.iter_mut().zip(&known) {
        *to = byte.unwrap_or(0);
    }
    let unwritten = known.iter().zip(0..).filter(|(byte, _)| byte.is_none());
    let unwritten = unwritten.fold(0, |all, (_, byte)| all | 0xFF << (8 * byte));
    let flags = if unwritten == 0 { 0 } else { UNWRITTEN };
    let wide = u16::try_from(8 * cell.bytes).unwrap_or(64).min(64);
    let flags = holes::with(flags, unwritten, wide);
    Datum::new(u64::from_le_bytes(pattern), flags)
}
