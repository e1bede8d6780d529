//! Clauses that come after unit propagation: solvers that have what it left are given what it leaves of
//! them.

use crate::sat::Lit;

use super::Cnf;

/// A clause that was added to clauses on which unit propagation had ended.
#[derive(Debug, Clone, Default)]
pub struct Added {
    /// As it is added to the clauses before.
    pub whole: Vec<i32>,
    /// What is left of it after.
    pub open: Vec<i32>,
    /// Whether it says anything: nothing does that has a literal which is true anyway.
    pub counts: bool,
}

impl Cnf {
    /// One more clause, over literals that are in the clauses already or are constants. None if a literal
    /// was not exposed.
    pub fn also(&mut self, clause: &[Lit]) -> Option<Added> {
        let mut added = Added::default();
        for &lit in clause {
            match lit {
                Lit::TRUE => return Some(Added::default()),
                Lit::FALSE => {}
                _ => added.whole.push(self.number(lit)?),
            }
        }
        let whole = added.whole.iter().copied();
        if whole.clone().any(|number| self.fixed(number) == Some(true)) {
            return Some(Added::default());
        }
        added.open = whole
            .filter(|&number| self.fixed(number).is_none())
            .collect();
        added.counts = true;
        self.add(&added);
        Some(added)
    }

    /// Adds a clause no literal of which is known to be true.
    fn add(&mut self, clause: &Added) {
        if let Some((lits, ends)) = &mut self.original {
            lits.extend(&clause.whole);
            ends.push(lits.len());
        }
        if clause.open.is_empty() {
            return self.give_up();
        }
        self.lits.extend(&clause.open);
        self.ends.push(self.lits.len());
    }

    /// Unit propagation alone leaves nothing of a clause that was added: who wants to know why looks at
    /// all clauses.
    fn give_up(&mut self) {
        match self.original.take() {
            Some((lits, ends)) => (self.lits, self.ends) = (lits, ends),
            None => self.ends.push(self.lits.len()),
        }
        self.contradictory = true;
        self.conflict = (0..).take(self.ends.len()).collect();
    }
}
