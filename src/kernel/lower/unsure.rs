//! Writes that hang on what no later access of the thread depends on: on a predicate, an address, or what is compared with.
//!
//! A jump that a read decided is a dependency of all that comes after it, so that whoever looks at a later access may take what
//! the read found for found. What switches a single instruction on, or says where it writes, is a dependency of that
//! instruction alone. In an execution it may be otherwise than on the way that is walked, even if no way is walked on which it is.
//! So what such a write has overwritten counts for nothing, until a jump has decided what it hangs on, or to
//! an access that hangs on the same.

use std::collections::BTreeMap;

use crate::kernel::interpret::state::{READS, Taint, UNSEEN};
use crate::ptx::module::Instruction;
use crate::ptx::operation::{Operation, Update};

use super::walk::{Past, Walk};

/// Stands for a read whose bit stands for another by now, or for others too.
const FORGOTTEN: Taint = 1;

/// Of each cell, how many writes were the last, and the reads that these hang on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Unsure(BTreeMap<usize, (u32, Taint)>);

impl Unsure {
    /// That a cell was written, and which reads that hangs on.
    fn add(&mut self, cell: usize, on: Taint) {
        if on == 0 {
            self.0.remove(&cell);
        } else {
            let (count, all) = self.0.entry(cell).or_default();
            *count += 1;
            *all |= on & !UNSEEN;
            if on & UNSEEN != 0 {
                *all |= FORGOTTEN;
            }
        }
    }

    /// That jumps were decided by these reads.
    pub fn decided(&mut self, by: Taint) {
        self.0.retain(|_, (_, on)| {
            *on &= !(by & READS);
            *on != 0
        });
    }

    /// That a bit stands for another read from now on.
    pub fn reused(&mut self, bit: u32) {
        for (_, on) in self.0.values_mut() {
            if *on >> bit & 1 == 1 {
                *on = *on & !(1 << bit) | FORGOTTEN;
            }
        }
    }

    /// How many of the last writes of a cell may not have been done, for an access that hangs on these reads.
    #[must_use]
    pub fn count(&self, cell: usize, known: Taint) -> u32 {
        let found = self.0.get(&cell);
        found.map_or(0, |(count, on)| if on & !known == 0 { 0 } else { *count })
    }
}

impl Walk<'_, '_> {
    /// The reads that say whether an access is done and where, and that decided no jump.
    #[must_use]
    pub fn hangs_on(&self, at: usize) -> Taint {
        let node = &self.graph.nodes[at];
        (node.guard | node.address) & READS
    }

    /// Keeps whether a write may not have been done. Whether a compare-and-swap writes, what it finds and is given says.
    pub fn doubts(&self, at: usize, past: &mut Past, cell: usize) {
        let (node, moment) = (&self.graph.nodes[at], &self.moments[at].0);
        let given = match self.machine.instruction(&moment.thread) {
            Some(Instruction {
                operation:
                    Operation::Atomic {
                        op: Update::Cas,
                        access,
                        operands,
                        ..
                    },
                ..
            }) => {
                let compared = &operands[..operands.len().min(1)];
                let compared = self.data(&self.state(moment), compared, access.ty);
                compared | node.bit.map_or(0, |bit| 1 << bit)
            }
            Some(_) | None => 0,
        };
        past.unsure.add(cell, self.hangs_on(at) | given);
    }
}
