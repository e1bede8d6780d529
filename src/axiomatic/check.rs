//! The verdict on a test under a model.

use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::model::registry::Axiomatic;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::sat::Lit;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;

use super::encoding::{Encoding, Goal};
use super::flags::merged;
use super::legend::Legend;
use super::shared::Frames;
use super::story::{NoStory, explain_with_story};
use super::witness::{extract, verify};
use crate::sat::engine::Credit;
use crate::sat::session::{Answer, Limits, Session};
use crate::stop::Open;
use crate::verdict::ledger::{BEYOND, FAILS, HOLDS, Ledger};
use crate::verdict::outcome::{Conclusion, Outcome, Quantity, Shown, Verdict};
use crate::verdict::query::{Early, Options};
use crate::verdict::remark::About;

/// The most events the solver is asked about: the formula grows with their square.
pub const EVENTS: usize = 3000;

/// From this many events on a test gets a solver context of its own.
pub(super) const OWN_CONTEXT: usize = 64;

/// Answers whether the condition of a test is reachable under a model with axioms, which accepts
/// the test; other models may be asked about it too.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn outcome_on(
    frames: &Frames<'_>,
    model: &Axiomatic,
    options: &Options,
) -> Result<Outcome, Report> {
    let begun = Query::of(frames, model, options)?;
    let open = |open| {
        let conclusion = Conclusion::open(About::Condition, open);
        Outcome::bare(conclusion, options.engine.nobody().found)
    };
    let (query, unrolled) = match begun {
        Ok(query) => query,
        Err(why) => return Ok(open(why)),
    };
    let ask = |query: &Query<'_>, unrolled| query.in_context(|| query.answer(frames, unrolled));
    let flags = options.flags && model.definition.axioms.iter().any(|axiom| axiom.flag);
    let more = if flags {
        Query::of_flags(frames, model, options)?
    } else {
        Ok(None)
    };
    Ok(match more {
        // Who asks for races wants to see them, and why there are none.
        Ok(Some((query, unrolled))) if options.race => ask(&query, unrolled),
        Ok(Some((with_laps, laps))) => merged(
            ask(&query, unrolled),
            || with_laps.in_context(|| with_laps.flags_alone(frames, laps)),
            || Some(ask(&with_laps, laps)),
        ),
        Ok(None) => ask(&query, unrolled),
        Err(_) => merged(ask(&query, unrolled), || None, || None),
    })
}

pub(crate) struct Query<'a> {
    pub(super) program: &'a Program,
    pub(super) model: &'a Axiomatic,
    pub(super) options: Options,
    /// Of the first question, which the encoding is part of.
    pub(super) limits: Limits,
    pub(super) unrolled: Arc<Unrolled>,
    /// Who answered so far.
    pub(super) ledger: Ledger,
}

/// The answer to one question of the solver.
pub(super) enum Found {
    /// An execution, accepted by the judge, and the flags that it raises.
    Execution(Box<Execution>, Vec<String>),
    /// There is none.
    None,
    /// It was not found out.
    Open(Open),
}

impl Query<'_> {
    /// Limits of a question that begins now.
    pub(super) fn limits(&self) -> Limits {
        self.options.limits()
    }

    fn answer<'s>(&self, frames: &Frames<'s>, events: &'s Arc<Unrolled>) -> Outcome {
        let (options, thin_air) = (self.model.definition.options, self.model.thin_air);
        let frame = frames.frame(events, options, thin_air, &self.limits.stop);
        let mut encoding = Encoding::on(frame, self.model);
        if self.options.flags {
            encoding.frame.order_for_flags(self.model);
        }
        if self.model.promises_nothing_of_races()
            && let Some(mut outcome) = self.racy(&mut encoding)
        {
            outcome.unrolled = Some(self.unrolled.clone());
            outcome.proofs = self.ledger.proofs();
            return outcome;
        }
        let first = self.ask_within(&encoding, Goal::Condition, &self.limits);
        let forall = self.program.quantifier == Quantifier::Forall;
        let reachable = matches!(first, Found::Execution(..));
        let second = if forall || (self.options.quantity && reachable) {
            Some(self.ask(&encoding, Goal::Opposite))
        } else {
            None
        };
        let truncated = self.truncated(&encoding, &first, second.as_ref());
        // What flags are raised is not what the verdict rests on.
        let credit = self.credit();
        let raised = self.raised(&mut encoding, &first, second.as_ref());
        drop(encoding);
        let mut outcome = self.combine(first, second, truncated.as_ref(), credit);
        outcome.raised = raised.each;
        outcome.proofs = self.ledger.proofs();
        outcome.unrolled = Some(self.unrolled.clone());
        let racing = raised
            .racing
            .map(|(execution, flags)| Shown::execution(*execution, flags));
        self.add_flagged_race(&mut outcome, racing);
        self.add_reason(frames, events, &mut outcome);
        self.add_race_freedom(frames, events, &mut outcome);
        outcome
    }

    pub(super) fn ask(&self, encoding: &Encoding, goal: Goal) -> Found {
        self.ask_within(encoding, goal, &self.limits())
    }

    /// As [`Self::ask`], for a question that began a while ago.
    pub(super) fn ask_within(&self, encoding: &Encoding, goal: Goal, limits: &Limits) -> Found {
        match self.solve(encoding, &encoding.required(goal), &self.asks(goal), limits) {
            Answer::Unsat(_) => Found::None,
            Answer::Unknown(why) => Found::Open(why),
            Answer::Sat(assignment) => {
                let execution = extract(&encoding.frame, &assignment);
                let checked = verify(self.program, &self.unrolled, self.model, &execution, goal);
                match checked {
                    Ok(flags) => Found::Execution(Box::new(execution), flags),
                    Err(why) => Found::Open(Open::Internal(format!(
                        "the solver's execution did not pass the check ({why})"
                    ))),
                }
            }
        }
    }

    /// A goal in words.
    fn asks(&self, goal: Goal) -> String {
        match goal {
            Goal::Condition => HOLDS.to_owned(),
            Goal::Opposite => FAILS.to_owned(),
            Goal::Flag(index, _) => {
                let axiom = self.model.definition.axioms.get(index);
                format!("raises {}", axiom.map_or("a flag", |axiom| &axiom.name))
            }
        }
    }

    /// Is the formula satisfiable with these literals? Each question gets clauses of its own: with
    /// the condition among them, unit propagation settles most small tests.
    pub(super) fn solve(
        &self,
        encoding: &Encoding,
        required: &[Lit],
        question: &str,
        limits: &Limits,
    ) -> Answer {
        let circuit = &encoding.frame.circuit;
        let mut session = Session::new(circuit, required, &[], limits);
        if !self.options.confirm {
            return session.check(circuit, &[]);
        }
        let (answer, credit) = session.decide(circuit, &[]);
        self.ledger.note(credit);
        if let Answer::Unsat(core) = &answer
            && self.options.proof
        {
            let legend = Legend::of(encoding);
            let proof = session.written(question, core, &legend.events, &legend.lits);
            self.ledger.keep(proof);
        }
        answer
    }

    /// Whether executions reach the loop bound; asked only where the answer depends on it.
    pub(super) fn truncated(
        &self,
        encoding: &Encoding,
        first: &Found,
        second: Option<&Found>,
    ) -> Option<Open> {
        let open = |found: &Found| matches!(found, Found::None);
        if !open(first) && !second.is_some_and(open) {
            return None;
        }
        if encoding.truncated != Lit::FALSE
            && let Some(open) = self.cannot_tell(encoding)
        {
            return Some(open);
        }
        if encoding.truncated == Lit::FALSE && !self.options.proof {
            // No loop has a bound to reach: there is nothing to ask, unless it is to be written down.
            return encoding.frame.circuit.open();
        }
        match self.solve(encoding, &[encoding.truncated], BEYOND, &self.limits()) {
            Answer::Unsat(_) => None,
            Answer::Sat(_) => Some(self.past_the_bound()),
            Answer::Unknown(why) => Some(why),
        }
    }

    /// Why no formula says whether executions go on past the loop bound.
    pub(super) fn cannot_tell(&self, encoding: &Encoding) -> Option<Open> {
        if encoding.frame.may_stray {
            // A thread may also be stuck at an address that is none, which no formula says.
            return Some(self.bound_matters());
        }
        // What lies beyond the bound may be what leads there.
        self.model.circular_control.then(|| {
            Open::Bound(format!(
                "no axiom of the model says in these words that no branch depends on itself (`acyclic` of what \
                 includes rf, addr, data and ctrl), so executions of more than {} laps of a loop stay open",
                self.options.bound
            ))
        })
    }

    fn bound_matters(&self) -> Open {
        Open::laps(self.options.bound)
    }

    /// Who is behind the answers so far.
    pub(super) fn credit(&self) -> Credit {
        let nobody = self.options.engine.nobody();
        self.ledger.sum().unwrap_or(nobody)
    }

    /// Tells the verdict to whoever waits for it.
    pub(super) fn tell(&self, outcome: &Outcome) {
        self.options.tell(Early {
            verdict: outcome.verdict(),
            quantity: outcome.quantity,
            holds: outcome.holds,
        });
    }

    fn add_reason<'s>(
        &self,
        frames: &Frames<'s>,
        events: &'s Arc<Unrolled>,
        outcome: &mut Outcome,
    ) {
        let forall = self.program.quantifier == Quantifier::Forall;
        let goal = match (outcome.verdict(), outcome.quantity) {
            (Verdict::Unreachable, _) => Goal::Condition,
            (Verdict::Reachable, Some(Quantity::Always)) if forall => Goal::Opposite,
            (Verdict::Reachable | Verdict::Racy | Verdict::Unknown | Verdict::Unsupported, _) => {
                return;
            }
        };
        if !self.options.reason {
            return;
        }
        self.tell(outcome);
        let limits = self.options.reason_limits();
        match explain_with_story(frames, events, self.model, goal, &limits) {
            Ok((reason, story)) => {
                outcome.reason = Some(reason);
                match story {
                    Ok(story) => outcome.story = Some(story),
                    Err(NoStory::Open(why)) => outcome.remark(About::Story, why),
                    Err(NoStory::Allowed) => outcome.contradicted(),
                }
            }
            Err(why) => outcome.remark(About::Reason, why),
        }
    }
}
