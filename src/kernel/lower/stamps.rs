//! When values were written, as far as that tells what a read cannot find.
//!
//! No read finds what is written only after a barrier that it comes before, nor what its own thread has
//! overwritten: both models of PTX say so by their axioms of causality, since the order of a thread, the
//! barriers of its block, and the order of launches are part of that order.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::arithmetic::cut;
use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::module::Body;
use crate::ptx::operation::{Literal, Operand, Operation};

use super::along::Run;
use super::behind::Keeping;
use super::cells::Cell;
use super::counters::Again;
use super::meetings::Meeting;
use super::overwritten::Overwritten;
use super::told::Told;
use super::walk::Past;
use super::wide::Wide;

/// How often a thread came to each barrier of all threads of its block.
pub type Rounds = BTreeMap<u64, u32>;

/// When a value was written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp {
    /// By whom.
    pub thread: usize,
    /// How often that thread has written the cell then.
    pub count: u32,
    /// How often it came to each barrier of all threads of its block before.
    pub rounds: Rounds,
    /// It is what an atomic found there and left: the same was written before.
    pub left: bool,
}

impl Stamp {
    /// Of what a thread wrote last.
    #[must_use]
    pub fn of(past: &Past, thread: usize, cell: usize) -> Self {
        Self {
            thread,
            count: past.wrote.get(&cell).copied().unwrap_or(0),
            rounds: whole_rounds(&past.rounds),
            left: false,
        }
    }

    /// How often its thread came to a barrier before.
    #[must_use]
    pub fn came(&self, id: u64) -> u32 {
        self.rounds.get(&id).copied().unwrap_or(0)
    }
}

/// Of how often a thread came to each meeting, the barriers of all threads of its block.
#[must_use]
pub fn whole_rounds(rounds: &BTreeMap<Meeting, u32>) -> Rounds {
    let rounds = rounds.iter();
    let whole = rounds.filter_map(|(with, count)| Some((with.whole()?, *count)));
    whole.collect()
}

/// What tells of reads what they cannot find.
#[derive(Debug, Default)]
pub struct Excluded {
    /// The barriers that are still to come.
    pub ahead: Ahead,
    /// What was overwritten.
    pub overwritten: Overwritten,
    /// The atomics that are in loops.
    pub again: Again,
    /// The atomics of which jumps decide whether they write.
    pub told: Told,
    /// How far accesses must reach.
    pub wide: Wide,
    /// Whether threads keep what is behind them in cells that go up and down.
    pub behind: Keeping,
    /// The run that is followed.
    pub along: Option<Run>,
    /// For each launch those that end before it begins.
    pub earlier: Vec<BTreeSet<usize>>,
}

impl Excluded {
    /// For all threads of a launch, as long as nothing is known to be overwritten.
    #[must_use]
    pub fn of(setup: &Setup, behind: &Keeping) -> Self {
        Self {
            ahead: Ahead::of(setup),
            overwritten: Overwritten::default(),
            again: Again::of(setup),
            told: Told::of(setup),
            wide: Wide::of(setup),
            behind: behind.clone(),
            along: None,
            earlier: setup.earlier(),
        }
    }

    /// Of threads that follow a run: nothing else tells what they find.
    #[must_use]
    pub fn along(setup: &Setup, run: Run) -> Self {
        Self {
            along: Some(run),
            ..Self::of(setup, &Keeping::default())
        }
    }
}

/// A read, as far as it tells what it cannot find.
#[derive(Debug)]
pub struct Reader<'e> {
    setup: &'e Setup,
    excluded: &'e Excluded,
    /// Who reads.
    thread: usize,
    block: usize,
    cell: Cell,
    /// How often it has written the cell.
    count: u32,
    /// The same, but for what it may not have done since the last write that it did.
    pub sure: u32,
    /// How often it came to barriers.
    came: Rounds,
    /// The barriers that it comes to in any case, unless it goes nowhere.
    ahead: &'e [u64],
}

impl<'e> Reader<'e> {
    /// A read of a cell, which has a number and bytes, in a thread of one function at an instruction; nothing where
    /// the thread goes back to another function. So many of its last writes it may not have done.
    #[must_use]
    pub fn new(
        (setup, excluded): (&'e Setup, &'e Excluded),
        (thread, past, unsure): (usize, &Past, u32),
        (number, cell): (usize, Cell),
        at: Option<(usize, usize)>,
    ) -> Self {
        let count = past.wrote.get(&number).copied().unwrap_or(0);
        Self {
            setup,
            excluded,
            thread,
            block: setup.threads[thread].block,
            cell,
            count,
            sure: count.saturating_sub(unsure),
            came: whole_rounds(&past.rounds),
            ahead: at.map_or(&[], |(function, at)| excluded.ahead.after(function, at)),
        }
    }

    /// The same, where barriers of these blocks tell nothing.
    #[must_use]
    pub fn doubting(mut self, doubtful: &BTreeSet<usize>) -> Self {
        if doubtful.contains(&self.block) {
            self.came.clear();
            self.ahead = &[];
        }
        self
    }

    /// Whether it may find what was written then; nothing for what was there at the start.
    #[must_use]
    pub fn finds(&self, stamp: Option<&Stamp>) -> bool {
        let overwritten = &self.excluded.overwritten;
        let at = (self.block, &self.came);
        self.finds_left(stamp)
            && !overwritten.gone(self.setup, at, self.cell, stamp)
            && !overwritten.gone_before(
                self.setup,
                &self.excluded.earlier,
                self.thread,
                self.cell,
                stamp,
            )
    }

    /// The same, where atomics may have left it there after others had written it.
    #[must_use]
    pub fn finds_left(&self, stamp: Option<&Stamp>) -> bool {
        stamp.map_or(self.sure == 0, |stamp| {
            let own = stamp.thread == self.thread;
            (!own || (self.sure..=self.count).contains(&stamp.count))
                && !self.precedes(stamp)
                && !self.ends_before(stamp)
        })
    }

    /// Whether this launch ends before that of a write begins.
    fn ends_before(&self, stamp: &Stamp) -> bool {
        let launch = |thread: usize| self.setup.threads[thread].launch;
        self.excluded.earlier[launch(stamp.thread)].contains(&launch(self.thread))
    }

    /// Whether a barrier comes between this and a write of somebody else in its block.
    fn precedes(&self, stamp: &Stamp) -> bool {
        let came = |id: &u64| self.came.get(id).copied().unwrap_or(0);
        stamp.thread != self.thread
            && self.setup.threads[stamp.thread].block == self.block
            && self.ahead.iter().any(|id| stamp.came(*id) > came(id))
    }
}

/// The barriers of a whole block that a thread comes to from each instruction of a function, whatever it reads, before
/// it ends.
#[derive(Debug, Default)]
pub struct Ahead {
    /// For each function, for each instruction.
    functions: Vec<Vec<Vec<u64>>>,
}

impl Ahead {
    /// Of all functions of a launch.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        let functions = setup.module.functions.iter();
        let functions = functions.map(|function| function.body.as_ref().map(barriers));
        Self {
            functions: functions.map(Option::unwrap_or_default).collect(),
        }
    }

    /// Those that come after an instruction.
    #[must_use]
    pub fn after(&self, function: usize, at: usize) -> &[u64] {
        let function = self.functions.get(function);
        function
            .and_then(|function| function.get(at))
            .map_or(&[], Vec::as_slice)
    }
}

fn barriers(body: &Body) -> Vec<Vec<u64>> {
    let mut found = vec![Vec::new(); body.code.len()];
    let own: Vec<Option<u64>> = body
        .code
        .iter()
        .map(|one| {
            let waits = waits(&one.operation);
            waits.filter(|_| one.guard.is_none())
        })
        .collect();
    let mut ids: Vec<u64> = own.iter().flatten().copied().collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        let comes = comes(body, &own, id);
        for (found, comes) in found.iter_mut().zip(comes) {
            if comes {
                found.push(id);
            }
        }
    }
    found
}

/// From which instructions a thread comes to a barrier; where it goes round and round for ever, it ends never.
fn comes(body: &Body, own: &[Option<u64>], id: u64) -> Vec<bool> {
    let length = body.code.len();
    let mut comes = vec![true; length + 1];
    comes[length] = false;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, one) in body.code.iter().enumerate().rev() {
            let now = own[at] == Some(id)
                || one.operation.family() != Family::Call
                    && one
                        .successors(at, length)
                        .into_iter()
                        .all(|next| comes.get(next).copied().unwrap_or(false));
            changed |= comes[at] != now;
            comes[at] = now;
        }
    }
    comes.truncate(length);
    comes
}

/// The number of a barrier that waits for all threads of a block.
fn waits(operation: &Operation) -> Option<u64> {
    if let Operation::Barrier {
        arrives: false,
        id: Operand::Literal(Literal::Integer(id)),
        count: None,
        ..
    } = operation
    {
        return Some(cut(*id, 32));
    }
    None
}
