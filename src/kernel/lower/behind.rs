//! Cells in which values go up and down, looked at by loops of compare-and-swap.
//!
//! Where all writes of a cell are strong as far as all users go, and of all its bytes, they are in one order, and strong reads of
//! a thread go forward in it (coherence of one thread). What a thread finds there once has behind it what was there at the start,
//! and what the same thread wrote before; so it does not find these again. What it found last it can always
//! find once more, so that no way ends for want of a value. A loop goes round then as often as others write,
//! and its laps differ. That is less where the thread goes on with what it found, and more where it forgets it, as who waits
//! for a semaphore does: which is less is seen when both are there.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::kernel::interpret::state::UNSEEN;

use super::cells::{Age, Datum};
use super::counters::Known;
use super::graph::What;
use super::stamps::Stamp;
use super::walk::{Past, Walk};

/// What a thread does not find any more: what was there at the start, and of each of these threads so many writes but the
/// last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Behind(BTreeMap<usize, u32>);

/// Whether threads keep in mind what they found and did not change.
#[derive(Debug, Clone, Default)]
pub struct Keeping {
    /// Whether they do.
    pub keeps: bool,
    /// Whether some thread would, where they do.
    pub asked: Rc<Cell<bool>>,
}

impl Behind {
    /// Whether a thread may find what was written then; nothing for the start.
    fn allows(&self, stamp: Option<&Stamp>) -> bool {
        stamp.is_some_and(|stamp| {
            let before = self.0.get(&stamp.thread);
            before.is_none_or(|before| stamp.count >= *before)
        })
    }

    /// What is behind all of these writes.
    fn all_of<'s>(stamps: impl Iterator<Item = Option<&'s Stamp>>) -> Option<Self> {
        let mut all: Option<BTreeMap<usize, u32>> = None;
        for stamp in stamps {
            // Nothing is behind what was there at the start.
            let stamp = stamp?;
            let known = all.get_or_insert_with(|| BTreeMap::from([(stamp.thread, stamp.count)]));
            known.retain(|thread, _| *thread == stamp.thread);
            for count in known.values_mut() {
                *count = stamp.count.min(*count);
            }
        }
        all.map(Self)
    }

    /// What is behind, now that this is behind too.
    fn with(mut self, before: &Self) -> Self {
        for (thread, count) in &before.0 {
            let now = self.0.entry(*thread).or_default();
            *now = (*count).max(*now);
        }
        self
    }
}

impl Walk<'_, '_> {
    /// Whether what is compared with was read before: who waits for a number that is written in the code goes round in
    /// laps that are all alike.
    #[must_use]
    pub fn compares_read(&self, at: usize) -> bool {
        match self.graph.nodes[at].what {
            What::Update { data, .. } => data & !UNSEEN != 0,
            What::Read { .. }
            | What::Write { .. }
            | What::Fence { .. }
            | What::Meet(_)
            | What::Gather(_)
            | What::Choose
            | What::Stop { .. } => false,
        }
    }

    /// Keeps what is behind all that a strong read may have found, whoever wrote it.
    pub fn passes(&self, at: usize, past: &mut Past, cell: usize, found: Datum) {
        let Some((_, place)) = self.looping(at) else {
            return;
        };
        let access = self.graph.nodes[at].what.access();
        if !self.is_in_order(cell) || !access.is_some_and(|one| self.excluded.wide.is_strong(one)) {
            return;
        }
        let before = match past.least.get(&cell) {
            Some((_, Known::Behind(before))) => Some(before),
            Some((_, Known::Bound(_))) | None => None,
        };
        let reader = self.reader(at, past, cell);
        let written = self.know.written(cell, found, reader.as_ref());
        let written = written.filter(|stamp| before.is_none_or(|before| before.allows(*stamp)));
        let Some(now) = Behind::all_of(written) else {
            return;
        };
        let now = match before {
            Some(before) => now.with(before),
            None => now,
        };
        if self.keeps() {
            past.least.insert(cell, (place, Known::Behind(now)));
        }
    }

    fn is_in_order(&self, cell: usize) -> bool {
        !self.know.loose_writes.contains(&cell) && !self.know.is_aliased(cell)
    }

    /// Leaves out of what a strong read may find what is behind.
    pub fn leave_behind(
        &self,
        at: usize,
        past: &Past,
        cell: usize,
        behind: &Behind,
        found: &mut Vec<(Datum, Age)>,
    ) {
        if self.is_in_order(cell) {
            let reader = self.reader(at, past, cell);
            found.retain(|(datum, _)| {
                let mut written = self.know.written(cell, *datum, reader.as_ref());
                written.any(|stamp| behind.allows(stamp))
            });
        }
    }
}
