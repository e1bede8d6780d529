//! Questions about complete runs, one after another, of which the later know what the earlier found out.

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::Questions;
use crate::program::Condition;

use super::weak::{Said, Weak, here};

/// A launch that is asked about more than once.
pub struct Asking<'q, 'a> {
    /// The launch.
    pub weak: &'q Weak<'a>,
    questions: Option<Questions<'q>>,
}

impl<'q, 'a> Asking<'q, 'a> {
    /// Nothing was asked yet.
    #[must_use]
    pub const fn of(weak: &'q Weak<'a>) -> Self {
        Self {
            weak,
            questions: None,
        }
    }

    /// Whether some complete run ends so.
    pub fn complete(&mut self, mut conditions: Vec<Condition>) -> Said {
        let weak = self.weak;
        conditions.push(weak.complete());
        let demand = Demand::Ends(Condition::And(conditions, here()));
        if let Some(said) = weak.recalled(&weak.plain, &demand, None) {
            return said;
        }
        let questions = match self.questions.take() {
            Some(questions) => questions,
            None => match weak.questions(&weak.plain) {
                Ok(questions) => questions,
                Err(open) => return Said::Open(open),
            },
        };
        weak.put(self.questions.insert(questions), &weak.plain, &demand)
    }
}
