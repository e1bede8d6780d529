//! Cells to which atomics add and from which they take: semaphores, locks taken and freed by compare-and-swap.
//!
//! Where each write of a cell is an atomic, strong as far as all users go and of all its bytes, it reads what comes right
//! before it in coherence order (the axiom of atomicity). So what a strong read finds there is what was there at the start, and what
//! all atomics before it in this order have added. Of the reader these are those that it has done (coherence of
//! one thread); of each other thread, its first so many. So it finds the initial value, what its own thread has added, and
//! of each other thread what that has added at some moment; and nothing else.
//!
//! This walk has seen what others have added. In an execution in which one had added another sum, take a read that finds less or more
//! for it, such that no other that does comes before it by reads-from and dependencies, where these have no circle (the axiom of no
//! thin air). The atomics before it hand on the value from one to the other, and those of one thread are all among them; so all that
//! these depend on comes before that read, and is as in this walk. What a thread has added depends on nothing else, as long as
//! jumps and what was found in the cell decide that an atomic adds to it: what comes behind a jump depends on what decided it, and
//! what the thread found there before came from atomics that come before. A predicate, an address or a comparison with something else may
//! hang on a read that no later write depends on, even on one of which this walk has seen nothing but what was there at the start. Where
//! it is so, nothing is told of the cell; and an exchange depends on nothing that it finds.

use std::collections::BTreeSet;

use crate::kernel::arithmetic::cut;

use super::cells::{Age, Datum, Knowledge};
use super::graph::What;
use super::walk::{Past, Walk};

/// A cell to which one thread can have added more sums than this is not looked at.
const SUMS: usize = 8;
/// Nor one in which all together can have added more.
const TOGETHER: usize = 64;

impl Knowledge {
    /// That what writes a cell is told by no sums.
    pub fn adds_no_sum(&mut self, cell: usize) {
        self.grown |= self.unsummed.insert(cell);
    }

    /// Whether what a cell holds is the sum of what threads have added. Where that only grows, or only falls, the least that a
    /// thread knows of tells enough.
    fn is_summed(&self, cell: usize) -> bool {
        !self.unsummed.contains(&cell)
            && self.strong(cell)
            && !self.is_aliased(cell)
            && self.falls.contains(&cell)
            && self.rises.contains(&cell)
    }

    /// What all threads but one can have added to a cell; nothing where that is too much.
    fn added_by_others(&self, cell: usize, thread: usize, wide: u16) -> Option<BTreeSet<u64>> {
        let mut all = BTreeSet::from([0_u64]);
        for ((_, _), sums) in self
            .sums
            .range((cell, 0)..=(cell, usize::MAX))
            .filter(|((_, of), _)| *of != thread)
        {
            let each = all.iter().flat_map(|&before| {
                let more = sums.iter().map(move |sum| before.wrapping_add(*sum));
                [before].into_iter().chain(more)
            });
            all = each.map(|sum| cut(sum, wide)).collect();
            if all.len() > TOGETHER {
                return None;
            }
        }
        Some(all)
    }
}

impl Walk<'_, '_> {
    /// An atomic leaves this in a cell where it found that.
    pub fn adds(&mut self, at: usize, past: &mut Past, (cell, old, new): (usize, Datum, Datum)) {
        if !self.is_told(at) || old.flags != 0 || new.flags != 0 {
            self.know.adds_no_sum(cell);
        }
        if self.depth.skips || !self.know.is_summed(cell) {
            return;
        }
        let wide = self.wide(cell);
        let sum = past.added.get(&cell).copied().unwrap_or(0);
        let sum = cut(sum.wrapping_add(new.bits.wrapping_sub(old.bits)), wide);
        past.added.insert(cell, sum);
        let sums = self.know.sums.entry((cell, self.thread)).or_default();
        self.know.grown |= sums.insert(sum);
        if sums.len() > SUMS {
            self.know.adds_no_sum(cell);
        }
    }

    /// Whether only jumps, and what was found in the cell, decide that an atomic adds to it.
    fn is_told(&self, at: usize) -> bool {
        let node = &self.graph.nodes[at];
        matches!(node.what, What::Update { uses_old: true, .. })
            && self.excluded.told.has(node.place)
    }

    fn wide(&self, cell: usize) -> u16 {
        u16::try_from(self.know.cells[cell].bytes * 8).unwrap_or(64)
    }

    /// Leaves out of what a strong read may find what no sum is.
    pub fn leave_sums(&self, past: &Past, cell: usize, found: &mut Vec<(Datum, Age)>) {
        if !self.know.is_summed(cell) {
            return;
        }
        let wide = self.wide(cell);
        let Some(others) = self.know.added_by_others(cell, self.thread, wide) else {
            return;
        };
        let first = self.know.first(self.machine.setup, cell);
        if first.flags != 0 {
            return;
        }
        let own = past.added.get(&cell).copied().unwrap_or(0);
        let start = first.bits.wrapping_add(own);
        found.retain(|(datum, _)| {
            datum.flags != 0 || others.contains(&cut(datum.bits.wrapping_sub(start), wide))
        });
    }
}
