//! Who is behind an outcome: several answers of solvers add up.

use std::sync::{Mutex, PoisonError};

use crate::sat::engine::{Certificate, Credit};

use super::outcome::Verdict;

/// Who found and who confirmed the answers that an outcome rests on.
#[derive(Debug, Default)]
pub struct Ledger(Mutex<Option<Credit>>);

impl Ledger {
    /// One more answer.
    pub fn note(&self, credit: Credit) {
        let mut sum = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *sum = Some(sum.map_or(credit, |sum| sum.and(credit)));
    }

    /// Who is behind a verdict: what can be shown was judged by itself.
    #[must_use]
    pub fn of(&self, verdict: Verdict) -> Option<Credit> {
        let sum = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let credit = sum?;
        match verdict {
            Verdict::Reachable | Verdict::Racy => Some(Credit {
                confirmed: Some(Certificate::Judge),
                ..credit
            }),
            Verdict::Unreachable => Some(credit),
            Verdict::Unknown | Verdict::Unsupported => Some(Credit {
                confirmed: None,
                ..credit
            }),
        }
    }
}
