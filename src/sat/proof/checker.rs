//! A checker of derivations, apart from any solver: each clause must follow from those before it by
//! *reverse unit propagation*: with all its literals false, unit propagation meets a contradiction.

use rustc_hash::FxHashMap;

use crate::stop::{Open, Stop};

use super::derivation::{Fault, Step};
use super::origin::{Contradiction, Held, NONE};
use super::propagation::{Pair, Watch};

/// The clauses at hand, and what follows from them by unit propagation.
#[derive(Debug, Default)]
pub struct Checker {
    /// The clauses one after the other: before the literals of each stand its number and their count, which is 0 of one that was deleted.
    pub(super) lits: Vec<i32>,
    pub(super) clauses: Vec<Held>,
    /// For each literal, the clauses that watch it: they are looked at when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    /// The same of clauses of two literals, which need no look at the clause.
    pub(super) pairs: Vec<Vec<Pair>>,
    /// For each variable: 0 open, 1 true, -1 false.
    pub(super) values: Vec<i8>,
    /// For each variable that is not open, the clause that made it so; [`NONE`] for one that was only
    /// assumed.
    pub(super) reasons: Vec<u32>,
    /// The true literals, in the order in which they became so.
    pub(super) trail: Vec<i32>,
    /// How much of the trail has been propagated.
    pub(super) done: usize,
    /// The clauses contradict each other, as unit propagation shows.
    pub(super) refuted: bool,
    /// The clauses that the last clause that followed rests on.
    pub(super) rests: Vec<u32>,
    /// For each clause that was derived, those that it rests on.
    pub(super) parents: Vec<Vec<u32>>,
    /// Variables that a walk has seen.
    pub(super) seen: Vec<bool>,
    /// Clauses by their literals, sorted; made for the first deletion.
    pub(super) index: Option<FxHashMap<Vec<i32>, Vec<u32>>>,
    pub(super) looks: u32,
}

/// A literal as an index.
pub(super) fn slot(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl Checker {
    /// Takes a clause for granted: one of the formula.
    pub fn assume(&mut self, lits: &[i32]) {
        let clause = sorted(lits);
        if !self.refuted && !is_tautology(&clause) {
            self.insert(clause, None);
        }
    }

    /// A clause that follows.
    fn derive(&mut self, lits: &[i32]) {
        let clause = sorted(lits);
        if !self.refuted && !is_tautology(&clause) {
            let number = u32::try_from(self.parents.len()).unwrap_or(NONE);
            self.parents.push(self.rests.clone());
            self.insert(clause, Some(number));
        }
    }

    /// Takes one step of a derivation.
    ///
    /// # Errors
    ///
    /// The clause does not follow, or time ran out.
    pub fn step(&mut self, step: Step, stop: &Stop) -> Result<(), Fault> {
        match step {
            Step::Add(lits) => {
                if !self.follows(lits, stop)? {
                    return Err(Fault::Gap(lits.to_vec()));
                }
                self.derive(lits);
                Ok(())
            }
            Step::Delete(lits) => {
                self.delete(lits);
                Ok(())
            }
        }
    }

    /// Whether a clause follows from those at hand by reverse unit propagation.
    ///
    /// # Errors
    ///
    /// Time ran out.
    pub fn follows(&mut self, lits: &[i32], stop: &Stop) -> Result<bool, Open> {
        if self.refuted {
            return Ok(true);
        }
        let settled = self.trail.len();
        let mut found = Ok(None);
        for &lit in lits {
            self.reach(lit);
            match self.value(lit) {
                // It is true already, or its opposite was assumed a moment ago.
                1 => {
                    let assumed = self.reasons[lit.unsigned_abs() as usize] == NONE;
                    found = Ok(Some(if assumed {
                        Contradiction::Tautology
                    } else {
                        Contradiction::Literal(lit)
                    }));
                    break;
                }
                0 => self.set(-lit, NONE),
                _ => {}
            }
        }
        if matches!(found, Ok(None)) {
            found = self.propagate(stop);
        }
        if let Ok(Some(contradiction)) = found {
            self.rests = self.behind(contradiction);
        }
        let result = found.map(|found| found.is_some());
        for lit in self.trail.drain(settled..) {
            self.values[lit.unsigned_abs() as usize] = 0;
        }
        self.done = settled;
        result
    }

    pub(super) fn value(&self, lit: i32) -> i8 {
        let value = self.values[lit.unsigned_abs() as usize];
        if lit < 0 { -value } else { value }
    }

    pub(super) fn set(&mut self, lit: i32, reason: u32) {
        let variable = lit.unsigned_abs() as usize;
        self.values[variable] = if lit > 0 { 1 } else { -1 };
        self.reasons[variable] = reason;
        self.trail.push(lit);
    }

    /// Makes room for a literal's variable.
    fn reach(&mut self, lit: i32) {
        let variables = lit.unsigned_abs() as usize + 1;
        if self.values.len() < variables {
            self.values.resize(variables, 0);
            self.reasons.resize(variables, NONE);
            self.seen.resize(variables, false);
            self.watches.resize(2 * variables, Vec::new());
            self.pairs.resize(2 * variables, Vec::new());
        }
    }

    /// A clause among those at hand, and what follows from it for good.
    fn insert(&mut self, mut clause: Vec<i32>, parents: Option<u32>) {
        for &lit in &clause {
            self.reach(lit);
        }
        let number = u32::try_from(self.clauses.len()).unwrap_or(u32::MAX);
        if let Some(index) = &mut self.index {
            index.entry(clause.clone()).or_default().push(number);
        }
        // Those that are not false stand in front, where they are watched.
        clause.sort_by_key(|&lit| self.value(lit) < 0);
        // No clause has more literals than there are variables, whose numbers are so long.
        let count = u32::try_from(clause.len()).unwrap_or(u32::MAX);
        self.lits
            .extend([number.cast_signed(), count.cast_signed()]);
        let start = u32::try_from(self.lits.len()).unwrap_or(u32::MAX);
        self.lits.extend(&clause);
        let end = start.saturating_add(count);
        self.clauses.push(Held {
            start,
            end,
            parents,
        });
        let open = clause.iter().filter(|&&lit| self.value(lit) >= 0).count();
        match clause[..] {
            [] | [_] => {}
            [first, second] => {
                for (lit, other) in [(first, second), (second, first)] {
                    let clause = number;
                    self.pairs[slot(lit)].push(Pair { clause, other });
                }
            }
            [first, second, ..] => {
                for (lit, blocker) in [(first, second), (second, first)] {
                    self.watches[slot(lit)].push(Watch { start, blocker });
                }
            }
        }
        match (open, clause.first()) {
            (0, _) => self.refute(Contradiction::Clause(number)),
            (1, Some(&lit)) if self.value(lit) == 0 => {
                self.set(lit, number);
                // Without a limit: what is looked at here is linear in what is at hand.
                if let Ok(Some(found)) = self.propagate(&Stop::never()) {
                    self.refute(found);
                }
            }
            _ => {}
        }
    }

    /// All clauses together cannot be.
    fn refute(&mut self, found: Contradiction) {
        self.refuted = true;
        self.rests = self.behind(found);
    }

    /// Drops a clause. What followed from it for good stays: it is no less true. One that is not at
    /// hand is no loss.
    fn delete(&mut self, lits: &[i32]) {
        if self.index.is_none() {
            self.index = Some(self.by_literals());
        }
        let Some(index) = &mut self.index else { return };
        let Some(number) = index.get_mut(&sorted(lits)).and_then(Vec::pop) else {
            return;
        };
        let held = self.clauses[number as usize];
        self.lits[held.start as usize - 1] = 0;
        if let [first, second] = self.lits[held.start as usize..held.end as usize] {
            for lit in [first, second] {
                self.pairs[slot(lit)].retain(|pair| pair.clause != number);
            }
        }
    }

    fn by_literals(&self) -> FxHashMap<Vec<i32>, Vec<u32>> {
        let mut index: FxHashMap<Vec<i32>, Vec<u32>> = FxHashMap::default();
        for (number, held) in self.clauses.iter().enumerate() {
            if self.lits[held.start as usize - 1] != 0 {
                let clause = sorted(&self.lits[held.start as usize..held.end as usize]);
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                index.entry(clause).or_default().push(number);
            }
        }
        index
    }
}

fn sorted(lits: &[i32]) -> Vec<i32> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

fn is_tautology(sorted: &[i32]) -> bool {
    sorted.iter().any(|lit| sorted.binary_search(&-lit).is_ok())
}
