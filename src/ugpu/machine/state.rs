//! The state of the machine.

use super::expr::Mask;

/// A thread's (or block's) copy of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// What it holds.
    pub value: i64,
    /// `LS`: the block has it.
    pub local: bool,
    /// `GS`: the other blocks have it.
    pub global: bool,
    /// `B`: it was borrowed.
    pub borrowed: bool,
}

impl Cell {
    /// A cell that has nothing to share.
    #[must_use]
    pub const fn shared(value: i64) -> Self {
        Self {
            value,
            local: true,
            global: true,
            borrowed: false,
        }
    }

    /// Whether someone does not have its value yet.
    #[must_use]
    pub const fn unshared(&self) -> bool {
        !self.local || !self.global
    }

    const fn flags(&self) -> u8 {
        self.local as u8 | (self.global as u8) << 1 | (self.borrowed as u8) << 2
    }
}

/// The state: what was done, what was read, and the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// For each thread, the operations that are done.
    pub done: Vec<Mask>,
    /// For each thread, what its operations have read.
    pub reads: Vec<Vec<i64>>,
    /// For each thread, the loads that have borrowed.
    pub borrowed: Vec<Mask>,
    /// The cells, numbered by [`Layout::cell`](super::layout::Layout::cell).
    pub cells: Vec<Cell>,
    /// For each location, the value last delivered: to the other blocks for a global one, in the
    /// block for a shared one.
    pub memory: Vec<i64>,
}

impl State {
    /// Its identity, as few bytes as possible. Cells of locations that are not `live` cannot
    /// matter any more, nor can the memory of those that are not `observed`; who has borrowed
    /// matters where `marks` says so.
    #[must_use]
    pub fn key(&self, live: &[bool], observed: &[bool], marks: bool) -> Box<[u8]> {
        let mut key = Vec::with_capacity(64);
        for (done, reads) in self.done.iter().zip(&self.reads) {
            number(&mut key, *done);
            let values = reads.iter().enumerate();
            for (_, value) in values.filter(|(op, _)| done & 1 << op != 0) {
                signed(&mut key, *value);
            }
        }
        for borrowed in self.borrowed.iter().filter(|_| marks) {
            number(&mut key, *borrowed);
        }
        for (index, cell) in self.cells.iter().enumerate() {
            if live[index % live.len()] {
                key.push(cell.flags());
                signed(&mut key, cell.value);
            }
        }
        for (value, _) in self.memory.iter().zip(observed).filter(|(_, seen)| **seen) {
            signed(&mut key, *value);
        }
        key.into_boxed_slice()
    }
}

/// Seven bits a byte, the low ones first.
fn number(key: &mut Vec<u8>, mut value: u128) {
    while value >= 0x80 {
        key.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    key.push((value & 0x7f) as u8);
}

fn signed(key: &mut Vec<u8>, value: i64) {
    number(key, (value << 1 ^ value >> 63).cast_unsigned().into());
}
