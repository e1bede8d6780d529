//! Derivations are checked backwards (Goldberg and Novikov, DATE 2003): from what an answer rests on, the last derived clause
//! first, each from the clauses that were at hand when it was derived. What nothing rests on is never looked at.

use std::collections::BinaryHeap;

use crate::stop::Stop;

use super::checker::Checker;
use super::derivation::Fault;
use super::origin::NONE;

/// A clause that was derived.
#[derive(Debug, Clone)]
pub(super) struct Derived {
    /// So much of the trail stood before it.
    pub(super) settled: usize,
    /// The step that it was.
    pub(super) step: u32,
    /// The clauses that it rests on, once it was seen to follow.
    pub(super) rests: Option<Vec<u32>>,
}

/// The clauses that count: those at hand at some step.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    /// Only those before this one.
    pub(super) before: u32,
    /// Not those that were deleted up to this step.
    pub(super) step: u32,
}

impl View {
    /// All at hand after a step.
    pub(super) const fn all(step: u32) -> Self {
        Self { before: NONE, step }
    }
}

impl Default for View {
    fn default() -> Self {
        Self::all(0)
    }
}

impl Checker {
    /// Sees that all follows that the answer rests on.
    ///
    /// # Errors
    ///
    /// Something does not, or time ran out.
    pub(super) fn settle(&mut self, stop: &Stop) -> Result<(), Fault> {
        let mut taken_back = Vec::new();
        let found = self.settle_from(&mut taken_back, stop);
        self.view = View::all(self.steps);
        // A contradiction ends all: nothing is propagated any more.
        if !self.refuted {
            self.done = self.trail.len();
            for (lit, reason) in taken_back.into_iter().rev() {
                self.set(lit, reason);
            }
            // Clauses may have come to watch literals that are false again.
            if let Some(found) = self.propagate(&Stop::never())? {
                self.refute(found);
            }
        }
        found
    }

    fn settle_from(&mut self, taken_back: &mut Vec<(i32, u32)>, stop: &Stop) -> Result<(), Fault> {
        let mut open: BinaryHeap<u32> = BinaryHeap::new();
        open.extend(self.unsettled(&self.rests));
        while let Some(number) = open.pop() {
            let held = self.clauses[number as usize];
            let Some(at) = held.derived else { continue };
            let Derived {
                settled,
                step,
                rests,
            } = &self.derived[at as usize];
            if rests.is_some() {
                continue;
            }
            self.view = View {
                before: number,
                step: *step,
            };
            self.take_back(*settled, taken_back);
            let lits = self.lits[held.start as usize..held.end as usize].to_vec();
            let Some(rests) = self.propagated(&lits, stop)? else {
                return Err(Fault::Gap(lits));
            };
            open.extend(self.unsettled(&rests));
            self.derived[at as usize].rests = Some(rests);
        }
        Ok(())
    }

    /// Those of some clauses that were derived, and are not yet seen to follow.
    fn unsettled<'a>(&'a self, clauses: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let unseen = |derived: u32| self.derived[derived as usize].rests.is_none();
        let numbers = clauses.iter().copied();
        numbers.filter(move |&number| self.clauses[number as usize].derived.is_some_and(unseen))
    }

    /// Makes the trail as short as it was, and keeps what is taken from it.
    fn take_back(&mut self, settled: usize, taken_back: &mut Vec<(i32, u32)>) {
        while self.trail.len() > settled
            && let Some(lit) = self.trail.pop()
        {
            let variable = lit.unsigned_abs() as usize;
            self.values[variable] = 0;
            taken_back.push((lit, self.reasons[variable]));
        }
        self.done = self.trail.len();
    }
}
