//! A checker of derivations, apart from any solver: each clause must follow from those before it by
//! *reverse unit propagation*: with all its literals false, unit propagation meets a contradiction.

use rustc_hash::FxHashMap;

use crate::stop::{Open, Stop};

use super::derivation::Step;

/// Why a derivation is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A clause does not follow from those before it.
    Gap(Vec<i32>),
    /// Time ran out.
    Open(Open),
}

impl From<Open> for Fault {
    fn from(open: Open) -> Self {
        Self::Open(open)
    }
}

/// So many clauses are looked at between two looks at the clock.
const PATIENCE: u32 = 4096;

/// The clauses at hand, and what follows from them by unit propagation.
#[derive(Debug, Default)]
pub struct Checker {
    lits: Vec<i32>,
    /// Where each clause starts and ends; one that was deleted is empty.
    clauses: Vec<(u32, u32)>,
    /// For each literal, the clauses that watch it: they are looked at when it becomes false.
    watches: Vec<Vec<u32>>,
    /// For each variable: 0 open, 1 true, -1 false.
    values: Vec<i8>,
    /// The true literals, in the order in which they became so.
    trail: Vec<i32>,
    /// How much of the trail has been propagated.
    done: usize,
    /// The clauses contradict each other, as unit propagation shows.
    refuted: bool,
    /// Clauses by their literals, sorted; made for the first deletion.
    index: Option<FxHashMap<Vec<i32>, Vec<u32>>>,
    looks: u32,
}

/// A literal as an index.
fn slot(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl Checker {
    /// Takes a clause for granted: one of the formula.
    pub fn assume(&mut self, lits: &[i32]) {
        let clause = sorted(lits);
        let tautology = clause.iter().any(|lit| clause.binary_search(&-lit).is_ok());
        if !self.refuted && !tautology {
            self.insert(clause);
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
                self.assume(lits);
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
        let mut contradiction = false;
        for &lit in lits {
            self.reach(lit);
            match self.value(lit) {
                // It is true already, or its opposite was assumed a moment ago.
                1 => {
                    contradiction = true;
                    break;
                }
                0 => self.set(-lit),
                _ => {}
            }
        }
        let result = if contradiction {
            Ok(true)
        } else {
            self.propagate(stop)
        };
        for lit in self.trail.drain(settled..) {
            self.values[lit.unsigned_abs() as usize] = 0;
        }
        self.done = settled;
        result
    }

    fn value(&self, lit: i32) -> i8 {
        let value = self.values[lit.unsigned_abs() as usize];
        if lit < 0 { -value } else { value }
    }

    fn set(&mut self, lit: i32) {
        self.values[lit.unsigned_abs() as usize] = if lit > 0 { 1 } else { -1 };
        self.trail.push(lit);
    }

    /// Makes room for a literal's variable.
    fn reach(&mut self, lit: i32) {
        let variables = lit.unsigned_abs() as usize + 1;
        if self.values.len() < variables {
            self.values.resize(variables, 0);
            self.watches.resize(2 * variables, Vec::new());
        }
    }

    /// A clause among those at hand, and what follows from it for good.
    fn insert(&mut self, mut clause: Vec<i32>) {
        for &lit in &clause {
            self.reach(lit);
        }
        let number = u32::try_from(self.clauses.len()).unwrap_or(u32::MAX);
        if let Some(index) = &mut self.index {
            index.entry(clause.clone()).or_default().push(number);
        }
        // Those that are not false stand in front, where they are watched.
        clause.sort_by_key(|&lit| self.value(lit) < 0);
        let start = u32::try_from(self.lits.len()).unwrap_or(u32::MAX);
        self.lits.extend(&clause);
        let end = u32::try_from(self.lits.len()).unwrap_or(u32::MAX);
        self.clauses.push((start, end));
        let open = clause.iter().filter(|&&lit| self.value(lit) >= 0).count();
        for &lit in clause.iter().take(2).filter(|_| clause.len() > 1) {
            self.watches[slot(lit)].push(number);
        }
        match (open, clause.first()) {
            (0, _) => self.refuted = true,
            (1, Some(&lit)) if self.value(lit) == 0 => {
                self.set(lit);
                // Without a limit: what is looked at here is linear in what is at hand.
                self.refuted = self.propagate(&Stop::never()) == Ok(true);
            }
            _ => {}
        }
    }

    /// Draws conclusions; whether they contradict each other.
    fn propagate(&mut self, stop: &Stop) -> Result<bool, Open> {
        while let Some(&lit) = self.trail.get(self.done) {
            self.done += 1;
            let watching = std::mem::take(&mut self.watches[slot(-lit)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut contradiction = false;
            for (position, &clause) in watching.iter().enumerate() {
                match self.look(clause, -lit) {
                    Seen::Elsewhere | Seen::Deleted => {}
                    Seen::Settled => kept.push(clause),
                    Seen::Unit(unit) => {
                        kept.push(clause);
                        self.set(unit);
                    }
                    Seen::Contradiction => {
                        kept.extend(&watching[position..]);
                        contradiction = true;
                        break;
                    }
                }
            }
            self.watches[slot(-lit)] = kept;
            if contradiction {
                return Ok(true);
            }
            self.looks += u32::try_from(watching.len()).unwrap_or(PATIENCE);
            if self.looks >= PATIENCE {
                self.looks = 0;
                stop.check()?;
            }
        }
        Ok(false)
    }

    /// A clause, one of whose watched literals has become false.
    fn look(&mut self, clause: u32, lost: i32) -> Seen {
        let (start, end) = self.clauses[clause as usize];
        let (start, end) = (start as usize, end as usize);
        if start == end {
            return Seen::Deleted;
        }
        if self.lits[start] == lost {
            self.lits.swap(start, start + 1);
        }
        let other = self.lits[start];
        if self.value(other) > 0 {
            return Seen::Settled;
        }
        for position in start + 2..end {
            let lit = self.lits[position];
            if self.value(lit) >= 0 {
                self.lits.swap(start + 1, position);
                self.watches[slot(lit)].push(clause);
                return Seen::Elsewhere;
            }
        }
        if self.value(other) == 0 {
            Seen::Unit(other)
        } else {
            Seen::Contradiction
        }
    }

    /// Drops a clause. What followed from it for good stays: it is no less true. One that is not at
    /// hand is no loss.
    fn delete(&mut self, lits: &[i32]) {
        if self.index.is_none() {
            self.index = Some(self.by_literals());
        }
        let Some(index) = &mut self.index else { return };
        if let Some(number) = index.get_mut(&sorted(lits)).and_then(Vec::pop) {
            self.clauses[number as usize] = (0, 0);
        }
    }

    fn by_literals(&self) -> FxHashMap<Vec<i32>, Vec<u32>> {
        let mut index: FxHashMap<Vec<i32>, Vec<u32>> = FxHashMap::default();
        for (number, &(start, end)) in self.clauses.iter().enumerate() {
            if start < end {
                let clause = sorted(&self.lits[start as usize..end as usize]);
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                index.entry(clause).or_default().push(number);
            }
        }
        index
    }
}

/// What a look at a clause shows.
enum Seen {
    /// It is true by a watched literal.
    Settled,
    /// It watches another literal now.
    Elsewhere,
    /// All its literals but this one are false.
    Unit(i32),
    /// All its literals are false.
    Contradiction,
    /// It is not there any more.
    Deleted,
}

fn sorted(lits: &[i32]) -> Vec<i32> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}
