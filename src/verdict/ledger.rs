//! Who is behind an outcome: several answers of solvers add up.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::sat::engine::Credit;
use crate::sat::proof::Written;

/// The question whether an execution satisfies the condition.
pub const HOLDS: &str = "satisfies the condition";
/// The question whether an execution does not.
pub const FAILS: &str = "does not satisfy the condition";
/// The question whether an execution reaches the loop bound.
pub const BEYOND: &str = "goes on past the bound of loops";

/// Who found and who confirmed the answers that an outcome rests on.
#[derive(Debug, Default)]
pub struct Ledger(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    sum: Option<Credit>,
    proofs: Vec<Written>,
}

impl Ledger {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more answer.
    pub fn note(&self, credit: Credit) {
        let mut entries = self.entries();
        entries.sum = Some(entries.sum.map_or(credit, |sum| sum.and(credit)));
    }

    /// One more proof.
    pub fn keep(&self, proof: Written) {
        self.entries().proofs.push(proof);
    }

    /// The proofs, in the order of the questions.
    #[must_use]
    pub fn proofs(&self) -> Vec<Written> {
        std::mem::take(&mut self.entries().proofs)
    }

    /// Who is behind all of them; nobody, where none was needed.
    #[must_use]
    pub fn sum(&self) -> Option<Credit> {
        self.entries().sum
    }
}
