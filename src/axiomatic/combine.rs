//! Two answers of the solver, made one outcome.

use crate::sat::engine::Credit;
use crate::stop::Open;
use crate::syntax::ast::Quantifier;
use crate::verdict::outcome::{Conclusion, Findings, Outcome, Shown};
use crate::verdict::remark::{About, Remark};
use crate::verdict::settled::Settled;

use super::check::{Found, Query};

/// The answer to one question, as it is shown.
fn settled(found: Found) -> Settled<Shown> {
    match found {
        Found::Execution(execution, flags) => Settled::Shown(Shown::execution(*execution, flags)),
        Found::None => Settled::None,
        Found::Open(why) => Settled::Open(why),
    }
}

impl Query<'_> {
    /// The answer that two questions make together: `truncated` says what the loop bound leaves
    /// open of those that found nothing.
    pub(super) fn combine(
        &self,
        first: Found,
        second: Option<Found>,
        truncated: Option<&Open>,
        credit: Credit,
    ) -> Outcome {
        let forall = self.program.quantifier == Quantifier::Forall;
        let condition = settled(first).heeding(truncated);
        let opposite = second.map(|found| settled(found).heeding(truncated));
        let findings = Findings {
            condition: condition.known(),
            opposite: opposite.as_ref().and_then(Settled::known),
        };
        let about = |about, why| Remark { about, why };
        let (conclusion, mut remarks) = match condition {
            Settled::Shown(witness) => (Conclusion::Reachable { witness }, Vec::new()),
            Settled::None => {
                let certificate = credit;
                (Conclusion::Unreachable { certificate }, Vec::new())
            }
            Settled::Open(why) => {
                let why = vec![about(About::Condition, why)];
                (Conclusion::Unknown { why }, Vec::new())
            }
        };
        let mut counterexample = None;
        match opposite {
            Some(Settled::Shown(shown)) if forall => counterexample = Some(shown),
            Some(Settled::Open(why)) if findings.condition.is_some() => {
                remarks.push(about(About::Quantity, why));
            }
            // Where the verdict is open, that the rest is too is no news.
            Some(Settled::Shown(_) | Settled::Open(_) | Settled::None) | None => {}
        }
        let quantity = findings.quantity();
        Outcome {
            quantity: quantity.filter(|_| self.options.quantity || forall),
            holds: findings.holds(self.program.quantifier),
            counterexample,
            remarks,
            ..Outcome::bare(conclusion, credit.found)
        }
    }
}
