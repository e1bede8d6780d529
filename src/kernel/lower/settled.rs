//! Shared memory that one thread of a block writes: where all of the block meet, and what comes before that is ordered before
//! what comes after, everybody finds what that thread wrote last. So laps are alike in which it writes the same there, unless
//! somebody has exited who may have found what was written in them.

use crate::kernel::interpret::state::Taint;
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::{Owner, region_of};

use super::cells::Knowledge;
use super::graph::Meet;
use super::meetings::Meeting;
use super::walk::{Past, Walk};

impl Knowledge {
    /// Whether a cell is in the shared memory of a block, no more than one of whose threads writes there.
    #[must_use]
    pub fn has_one_writer(&self, setup: &Setup, cell: usize) -> bool {
        let Some(region) = region_of(&setup.regions, self.cells[cell].address) else {
            return false;
        };
        let Owner::Shared(block) = setup.regions[region].owner else {
            return false;
        };
        let several = self.writers.get(&cell).is_some_and(|all| all.len() > 1);
        let mut readers = self.looked_at.get(&cell).into_iter().flatten();
        let within = readers.all(|reader| setup.threads[*reader].block == block);
        !several && within && !self.is_aliased(cell) && !self.doubtful.contains(&block)
    }

    /// Whether a thread looks at what another alone writes in the shared memory of their block: should it have exited, it
    /// may have found what was written in any lap of those who have not.
    #[must_use]
    pub fn watches(&self, setup: &Setup, thread: usize) -> bool {
        let cells = self.looked_at.iter();
        let mut seen = cells.filter(|(_, readers)| readers.contains(&thread));
        seen.any(|(cell, _)| !self.is_own(*cell, thread) && self.has_one_writer(setup, *cell))
    }
}

impl Meeting {
    /// Whether all threads of a block must come, of which this is one.
    #[must_use]
    pub fn takes_all(&self, setup: &Setup, thread: usize) -> bool {
        let all = setup.blocks[setup.threads[thread].block].threads.len();
        self.count().is_none() && self.group(setup, thread).len() == all
    }
}

impl Walk<'_, '_> {
    /// Whether all who look at a cell find what this thread left there when they go on from where they meet, until it
    /// writes there again, so that it does not matter how often it wrote.
    #[must_use]
    pub fn settles(&self, (meet, guard): (&Meet, Taint), past: &Past, cell: usize) -> bool {
        let setup = self.machine.setup;
        guard == 0
            && !self.depth.skips
            && meet.orders
            && meet.with.takes_all(setup, self.thread)
            && self.know.has_one_writer(setup, cell)
            && past.left.contains_key(&cell)
            && past.unsure.count(cell, 0) == 0
    }
}
