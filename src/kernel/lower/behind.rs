//! Cells in which values go up and down, looked at by loops of compare-and-swap.
//!
//! Where all writes of a cell are strong as far as all users go, and of all its bytes, they are in one order, and strong reads of
//! a thread go forward in it (coherence of one thread). What a thread finds there once has behind it what was there at the start,
//! and what the same writer wrote before; so it does not find these again. Of what that writer wrote then it finds nothing else,
//! as a write has one value, and not even this once it has written behind it itself. What it found last it can always
//! find once more, so that no way ends for want of a value. A loop goes round then as often as others write,
//! and its laps differ. That is less where the thread goes on with what it found, and more where it forgets it, as who waits
//! for a semaphore does: which is less is seen when both are there.
//!
//! Who writes back what was there is no new writer: what is found of it is found where it was written first, too.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::kernel::interpret::state::UNSEEN;

use super::cells::{Age, Datum};
use super::counters::Known;
use super::graph::What;
use super::stamps::Stamp;
use super::walk::{Past, Walk};

/// What a thread does not find any more: what was there at the start, and of each of these threads the first writes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Behind(BTreeMap<usize, Last>);

/// The write of a thread that was found, or one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Last {
    /// How many writes the thread had done then.
    count: u32,
    /// What was found.
    found: Datum,
    /// The finder has overwritten it, when it has done so many writes itself.
    until: Option<u32>,
}

impl Last {
    /// What both say.
    fn both(self, other: Self) -> Self {
        match self.count.cmp(&other.count) {
            Ordering::Less => other,
            Ordering::Equal => Self {
                until: self.until.into_iter().chain(other.until).min(),
                ..self
            },
            Ordering::Greater => self,
        }
    }
}

/// Whether threads keep in mind what they found and did not change.
#[derive(Debug, Clone, Default)]
pub struct Keeping {
    /// Whether they do.
    pub keeps: bool,
    /// Whether some thread would, where they do.
    pub asked: Rc<Cell<bool>>,
}

impl Behind {
    /// Whether a thread that has done so many writes may find a value that was written then; nothing for the start.
    fn allows(&self, own: u32, found: Datum, stamp: Option<&Stamp>) -> bool {
        stamp.is_some_and(|stamp| {
            self.0.get(&stamp.thread).is_none_or(|last| {
                let again = found == last.found && last.until.is_none_or(|until| own < until);
                stamp.count > last.count || stamp.count == last.count && again
            })
        })
    }

    /// What is behind a value that was written at any of these moments.
    fn all_of<'s>(
        (found, until): (Datum, Option<u32>),
        mut stamps: impl Iterator<Item = Option<&'s Stamp>>,
    ) -> Option<Self> {
        // Nothing is behind what was there at the start.
        let Stamp { thread, count, .. } = stamps.next()??;
        let mut first = Some(*count);
        for stamp in stamps {
            let stamp = stamp?;
            let same = stamp.thread == *thread;
            first = first.filter(|_| same).map(|count| count.min(stamp.count));
        }
        let last = first.map(|count| Last {
            count,
            found,
            until,
        });
        Some(Self(last.map(|last| (*thread, last)).into_iter().collect()))
    }

    /// What is behind, now that this is behind too.
    fn with(mut self, before: &Self) -> Self {
        for (thread, last) in &before.0 {
            let now = self.0.entry(*thread).or_insert(*last);
            *now = last.both(*now);
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

    /// Keeps what is behind all that a strong read may have found, whoever wrote it, where it may come to compare something
    /// with it. If it has written as often as this itself, that has overwritten what it found.
    pub fn passes(
        &self,
        at: usize,
        past: &mut Past,
        (cell, found): (usize, Datum),
        until: Option<u32>,
    ) {
        let compared = self.know.compared.get(&cell).into_iter().flatten();
        let access = self.graph.nodes[at].what.access();
        let strong = access.is_some_and(|one| self.excluded.wide.is_strong(one));
        if self.comes_to(at, compared).is_none() || !self.is_in_order(cell) || !strong {
            return;
        }
        let before = match past.least.get(&cell) {
            Some(Known::Behind(before)) => Some(before),
            Some(Known::Bound(..)) | None => None,
        };
        let reader = self.reader(at, past, cell);
        let own = reader.as_ref().map_or(0, |reader| reader.sure);
        let written = self.know.written(cell, found, reader.as_ref());
        let written =
            written.filter(|stamp| before.is_none_or(|before| before.allows(own, found, *stamp)));
        let Some(now) = Behind::all_of((found, until), written) else {
            return;
        };
        let now = match before {
            Some(before) => now.with(before),
            None => now,
        };
        if self.keeps() {
            past.least.insert(cell, Known::Behind(now));
        }
    }

    fn is_in_order(&self, cell: usize) -> bool {
        !self.know.loose_writes.contains(&cell) && !self.know.is_aliased(cell)
    }

    /// Leaves out of what a strong read may find what is behind, and what atomics only left there, where it finds no writer's.
    pub fn leave_behind(
        &self,
        at: usize,
        past: &Past,
        cell: usize,
        behind: Option<&Behind>,
        found: &mut Vec<(Datum, Age)>,
    ) {
        if self.is_in_order(cell) {
            let reader = self.reader(at, past, cell);
            let own = reader.as_ref().map_or(0, |reader| reader.sure);
            found.retain(|(datum, _)| {
                let mut written = self.know.written(cell, *datum, reader.as_ref());
                written.any(|stamp| behind.is_none_or(|behind| behind.allows(own, *datum, stamp)))
            });
        }
    }
}
