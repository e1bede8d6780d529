//! What a search has found when it ends.

use super::Search;
use crate::sat::hitting::Choice;
use crate::tasks::fences::found::{Impossible, Open, Verdict};

impl Search<'_> {
    pub(super) fn found(&self, cost: u64, mut choices: Vec<Vec<usize>>, complete: bool) -> Verdict {
        if self.open.iter().any(|&open| open < cost) {
            return self.ended("some answers are open".to_owned(), None, cost, choices);
        }
        let complete = complete && !self.open.contains(&cost);
        choices.sort();
        Verdict::Cheapest {
            cost,
            choices,
            complete,
        }
    }

    pub(super) fn impossible(&mut self) -> Verdict {
        let survives = self.strongest.take();
        if !self.open.is_empty() || (survives.is_none() && !self.endless) {
            return self.ended("some answers are open".to_owned(), None, 0, Vec::new());
        }
        let choice = self.template.strongest();
        let survivor = survives.map(|counterexample| Impossible {
            program: self.template.program_of(&choice),
            choice,
            counterexample,
        });
        Verdict::Impossible(survivor.map(Box::new))
    }

    /// The search ends too early: everything cheaper than `next` is refuted, or open.
    pub(super) fn ended(
        &self,
        why: String,
        next: Option<u64>,
        cost: u64,
        choices: Vec<Vec<usize>>,
    ) -> Verdict {
        let least = self.open.iter().copied().chain(next).min();
        let does = choices.into_iter().next();
        let mut reasons = vec![why];
        reasons.extend(self.why.iter().cloned());
        Verdict::Open(Open {
            why: reasons,
            at_least: least,
            does: does.map(|values| Choice { cost, values }),
        })
    }
}
