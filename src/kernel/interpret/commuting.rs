//! Updates of memory that come to the same in whichever order: of one kind, of the same bytes, whose results nobody
//! reads.

use std::ops::Range;

use crate::ptx::operation::{Operation, Target, Update};
use crate::ptx::types::{Kind, Type};

use super::machine::Machine;
use super::state::Thread;

/// An update that commutes with all that are equal to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Commuting {
    op: Update,
    ty: Type,
    /// The first byte that it is of.
    start: u64,
}

impl Commuting {
    /// Whether it uses some of these bytes.
    pub fn meets(&self, start: u64, end: u64) -> bool {
        self.start < end && start < self.bytes().end
    }

    /// The bytes that it is of.
    pub const fn bytes(&self) -> Range<u64> {
        self.start..self.start.saturating_add(self.ty.bytes())
    }
}

/// Whether results of an update do not hang on the order of such updates: not so of a sum that is rounded.
const fn commutes(op: Update, kind: Kind) -> bool {
    let numbers = kind.is_whole();
    match op {
        Update::Add | Update::And | Update::Or | Update::Xor | Update::Min | Update::Max => numbers,
        // What these leave hangs on what they find.
        Update::Inc | Update::Dec | Update::Exch | Update::Cas | Update::Arrive | Update::Leave => {
            false
        }
    }
}

impl Machine<'_> {
    /// What an update commutes with, by an instruction of a function; nothing where order matters.
    #[must_use]
    pub fn commuting(
        &self,
        (function, at): (usize, usize),
        (op, ty): (Update, Type),
        dst: Target,
        start: u64,
    ) -> Option<Commuting> {
        let liveness = self.liveness.get(function)?.as_ref()?;
        let read = dst.is_some_and(|register| liveness.contains(at + 1, register));
        (!read && commutes(op, ty.kind)).then_some(Commuting { op, ty, start })
    }

    /// The same of what a thread does next, to bytes from an address.
    #[must_use]
    pub fn next_commuting(&self, it: &Thread, start: u64) -> Option<Commuting> {
        let frame = it.frame()?;
        let Operation::Atomic {
            access, op, dst, ..
        } = self.instruction(it)?.operation
        else {
            return None;
        };
        self.commuting((frame.function, frame.at), (op, access.ty), dst, start)
    }

    /// Records an update that comes to the same in any order of such.
    pub fn touch_commuting(&mut self, thread: usize, update: Commuting) {
        let bit = 1_u64 << (thread % 64);
        let mut contended = false;
        for byte in update.bytes() {
            let users = self.users.entry(byte).or_default();
            users.readers |= bit;
            users.writers |= bit;
            contended |= self.contended.contains(&byte);
        }
        if contended {
            let by = (thread, self.here.0, self.here.1);
            self.used.entry(by).or_default().updated.insert(update);
        }
    }
}
