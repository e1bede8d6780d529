//! Clauses as the checker holds them, and what one that follows rests on: from the checker's reasons back to clauses of the formula.

use super::checker::Checker;

/// A clause at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Where it was derived, the index of what it rests on; none for one of the formula.
    pub(super) parents: Option<u32>,
}

/// No clause.
pub(super) const NONE: u32 = u32::MAX;

/// What cannot be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Contradiction {
    /// All literals of this clause are false.
    Clause(u32),
    /// This literal is true already.
    Literal(i32),
    /// A clause has a literal and its opposite.
    Tautology,
}

/// What a look at a clause shows.
pub(super) enum Seen {
    /// It is true by this watched literal.
    Settled(i32),
    /// It watches another literal now.
    Elsewhere,
    /// All its literals but this one are false.
    Unit(i32),
    /// All its literals are false.
    Contradiction,
    /// It is not there any more.
    Deleted,
}

impl Checker {
    /// The clauses that a contradiction rests on.
    pub(super) fn behind(&mut self, found: Contradiction) -> Vec<u32> {
        let mut clauses = Vec::new();
        let mut variables = Vec::new();
        match found {
            Contradiction::Tautology => return clauses,
            Contradiction::Clause(number) => clauses.push(number),
            Contradiction::Literal(lit) => {
                clauses.push(self.reasons[lit.unsigned_abs() as usize]);
                self.seen[lit.unsigned_abs() as usize] = true;
                variables.push(lit.unsigned_abs() as usize);
            }
        }
        let mut next = 0;
        while let Some(&number) = clauses.get(next) {
            next += 1;
            let held = self.clauses[number as usize];
            for lit in &self.lits[held.start as usize..held.end as usize] {
                let variable = lit.unsigned_abs() as usize;
                if self.values[variable] == 0 || std::mem::replace(&mut self.seen[variable], true) {
                    continue;
                }
                variables.push(variable);
                if self.reasons[variable] != NONE {
                    clauses.push(self.reasons[variable]);
                }
            }
        }
        for variable in variables {
            self.seen[variable] = false;
        }
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    }

    /// The clauses of the formula that the last clause that followed rests on, by way of what was
    /// derived in between.
    #[must_use]
    pub fn core(&self) -> Vec<&[i32]> {
        let mut used = vec![false; self.clauses.len()];
        let mut work = self.rests.clone();
        while let Some(number) = work.pop() {
            if std::mem::replace(&mut used[number as usize], true) {
                continue;
            }
            if let Some(parents) = self.clauses[number as usize].parents {
                work.extend(&self.parents[parents as usize]);
            }
        }
        let held = self.clauses.iter().zip(used);
        held.filter(|(held, used)| *used && held.parents.is_none())
            .map(|(held, _)| &self.lits[held.start as usize..held.end as usize])
            .collect()
    }
}
