//! Unit propagation of the checker: two literals of each clause are watched.

use crate::stop::{Open, Stop};

use super::checker::{Checker, slot};
use super::origin::{Contradiction, Seen};

/// So many clauses are looked at between two looks at the clock.
const PATIENCE: u32 = 4096;

/// A clause that is looked at when a literal becomes false.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    /// Where its literals begin.
    pub(super) start: u32,
    /// Another of its literals: where that is true, so is the clause.
    pub(super) blocker: i32,
}

/// A clause of two literals, beside one of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) clause: u32,
    pub(super) other: i32,
}

impl Checker {
    /// Draws conclusions, up to one that cannot be.
    pub(super) fn propagate(&mut self, stop: &Stop) -> Result<Option<Contradiction>, Open> {
        while let Some(&lit) = self.trail.get(self.done) {
            self.done += 1;
            self.looks += u32::try_from(self.pairs[slot(-lit)].len()).unwrap_or(PATIENCE);
            if let Some(clause) = self.pair_up(-lit) {
                return Ok(Some(Contradiction::Clause(clause)));
            }
            // Nobody comes to watch it while it is false, so that the list can be kept in place.
            let mut watching = std::mem::take(&mut self.watches[slot(-lit)]);
            let looks = u32::try_from(watching.len()).unwrap_or(PATIENCE);
            let contradiction = self.visit(&mut watching, -lit);
            self.watches[slot(-lit)] = watching;
            if contradiction.is_some() {
                return Ok(contradiction);
            }
            self.looks += looks;
            if self.looks >= PATIENCE {
                self.looks = 0;
                stop.check()?;
            }
        }
        Ok(None)
    }

    /// The clauses of two literals, one of which has become false; one whose other is false, too.
    fn pair_up(&mut self, lost: i32) -> Option<u32> {
        let list = slot(lost);
        for at in 0..self.pairs[list].len() {
            let Pair { clause, other } = self.pairs[list][at];
            match self.value(other) {
                1 => {}
                0 => self.set(other, clause),
                _ => return Some(clause),
            }
        }
        None
    }

    /// The clauses that watch a literal that has become false: those that go on watching it stay in the list.
    fn visit(&mut self, watching: &mut Vec<Watch>, lost: i32) -> Option<Contradiction> {
        let (mut at, mut kept) = (0, 0);
        let mut contradiction = None;
        while let (Some(&watch), None) = (watching.get(at), &contradiction) {
            at += 1;
            let blocker = if self.value(watch.blocker) > 0 {
                watch.blocker
            } else {
                match self.look(watch.start, lost) {
                    Seen::Elsewhere | Seen::Deleted => continue,
                    Seen::Settled(by) => by,
                    Seen::Unit(unit) => {
                        self.set(unit, self.number(watch.start));
                        unit
                    }
                    Seen::Contradiction => {
                        contradiction = Some(Contradiction::Clause(self.number(watch.start)));
                        watch.blocker
                    }
                }
            };
            watching[kept] = Watch { blocker, ..watch };
            kept += 1;
        }
        watching.drain(kept..at);
        contradiction
    }

    /// The number of the clause whose literals begin at a place.
    fn number(&self, start: u32) -> u32 {
        self.lits[start as usize - 2].cast_unsigned()
    }

    /// A clause, one of whose watched literals has become false.
    fn look(&mut self, place: u32, lost: i32) -> Seen {
        let start = place as usize;
        let count = self.lits[start - 1].cast_unsigned() as usize;
        if count == 0 {
            return Seen::Deleted;
        }
        let end = start + count;
        if self.lits[start] == lost {
            self.lits.swap(start, start + 1);
        }
        let other = self.lits[start];
        if self.value(other) > 0 {
            return Seen::Settled(other);
        }
        for position in start + 2..end {
            let lit = self.lits[position];
            if self.value(lit) >= 0 {
                self.lits.swap(start + 1, position);
                let blocker = other;
                let start = place;
                self.watches[slot(lit)].push(Watch { start, blocker });
                return Seen::Elsewhere;
            }
        }
        if self.value(other) == 0 {
            Seen::Unit(other)
        } else {
            Seen::Contradiction
        }
    }
}
