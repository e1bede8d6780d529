//! The verdict on a test under one of the models.

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::unroll::{IdleLaps, Unfinished, unroll_laps};
use crate::sat::Lit;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::enough::laps_that_matter;
use crate::ugpu::machine::{Execution, Model, support};

use super::beyond::past_the_bound;
use super::encoding::Encoding;
use super::explain::explain;
use super::witness::{extract, verify};
use crate::axiomatic::check::EVENTS;
use crate::axiomatic::legend::Legend;
use crate::sat::in_fresh_context;
use crate::sat::proof::Written;
use crate::sat::session::{Answer, Session};
use crate::stop::{Open, Stop};
use crate::verdict::ledger::{BEYOND, FAILS, HOLDS, Ledger};
use crate::verdict::machine::Goal;
use crate::verdict::outcome::{Findings, Quantity, Verdict};
use crate::verdict::query::{Early, Options};
use crate::verdict::remark::{About, Remark};
use crate::verdict::settled::Settled;

pub use super::answer::Outcome;
pub use super::deeper::check;
pub use super::smallest::smallest;

/// From this many events on a test gets a solver context of its own.
pub(super) const OWN_CONTEXT: usize = 48;

/// As [`check`], with as many laps as the options say.
pub(super) fn within(
    program: &Program,
    model: Model,
    options: &Options,
) -> Result<Outcome, Report> {
    if let Err(refused) = support::supported(program) {
        return Ok(Outcome {
            unsupported: Some(refused),
            ..Outcome::bare(Verdict::Unsupported, options.engine.nobody(), options.bound)
        });
    }
    let stop = options.limits().stop;
    let unrolled = match unroll(program, model, options.bound, &stop) {
        Ok(unrolled) => unrolled,
        Err(Unfinished::Long(report)) => return Err(report),
        Err(Unfinished::Open(why)) => {
            let about = About::Condition;
            return Ok(Outcome {
                remarks: vec![Remark { about, why }],
                ..Outcome::bare(Verdict::Unknown, options.engine.nobody(), options.bound)
            });
        }
    };
    let events = unrolled.events.len();
    if events > EVENTS {
        return Ok(Outcome {
            remarks: vec![Remark {
                about: About::Condition,
                why: Open::events(events, EVENTS),
            }],
            ..Outcome::bare(Verdict::Unknown, options.engine.nobody(), options.bound)
        });
    }
    let answer = || {
        let mut outcome = Query {
            encoding: Encoding::new(program, &unrolled, model, &stop),
            options: options.clone(),
            ledger: Ledger::default(),
        }
        .answer();
        if options.reason {
            add_reason(program, &unrolled, model, options, &mut outcome);
        }
        outcome
    };
    Ok(if events >= OWN_CONTEXT {
        in_fresh_context(answer)
    } else {
        answer()
    })
}

pub use super::outcome::{outcome, smallest_outcome, smallest_reason};

/// The events of a program under a model of this family.
///
/// Where threads borrow, a lap that writes nothing may leave something behind: none is cut here,
/// and the formula leaves out those that do not (`laps.rs`). In `ugpu-strong` it cannot. Its loads and failed atomics change no cell; what its fences deliver
/// can be shared of its own accord at the same time; no later operation takes an operand from it;
/// and without it the others wait for less. So every execution with such a lap has one without it
/// that ends the same, and those with it are left out.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled, or time ran out.
pub fn unroll(
    program: &Program,
    model: Model,
    bound: usize,
    stop: &Stop,
) -> Result<Unrolled, Unfinished> {
    let idle = if model.view_per_block() {
        IdleLaps::Told
    } else {
        IdleLaps::All
    };
    unroll_laps(program, bound, idle, stop)
}

/// The same events as [`unroll`] made in time for an answer that is there.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn unroll_again(program: &Program, model: Model, bound: usize) -> Result<Unrolled, Report> {
    let unrolled = unroll(program, model, bound, &Stop::never());
    unrolled.map_err(|unfinished| unfinished.report(program))
}

fn add_reason(
    program: &Program,
    unrolled: &Unrolled,
    model: Model,
    options: &Options,
    outcome: &mut Outcome,
) {
    let forall = program.quantifier == Quantifier::Forall;
    let goal = match (outcome.verdict, outcome.quantity) {
        (Verdict::Unreachable, _) => Goal::Condition,
        (Verdict::Reachable, Some(Quantity::Always)) if forall => Goal::Opposite,
        (Verdict::Reachable | Verdict::Racy | Verdict::Unknown | Verdict::Unsupported, _) => return,
    };
    options.tell(Early {
        verdict: outcome.verdict,
        quantity: outcome.quantity,
        holds: outcome.holds,
    });
    match explain(program, unrolled, model, goal, &options.reason_limits()) {
        Ok(reason) => outcome.reason = Some(reason),
        Err(why) => outcome.remarks.push(Remark {
            about: About::Reason,
            why,
        }),
    }
}

pub(super) struct Query<'a> {
    pub(super) encoding: Encoding<'a>,
    pub(super) options: Options,
    pub(super) ledger: Ledger,
}

/// The answer to one question of the solver.
type Found = Settled<Box<Execution>>;

impl Query<'_> {
    fn answer(&self) -> Outcome {
        let first = self.ask(true);
        let forall = self.encoding.program.quantifier == Quantifier::Forall;
        // What no execution satisfies is satisfied in none: no second question.
        let asked = forall || self.options.quantity && !matches!(first, Found::None);
        let second = asked.then(|| self.ask(false));
        let none = |found: &Found| matches!(found, Found::None);
        let open = none(&first) || second.as_ref().is_some_and(none);
        let truncated = if open { self.truncated() } else { None };
        let nobody = self.options.engine.nobody();
        let credit = self.ledger.sum().unwrap_or(nobody);
        let mut outcome = Outcome::bare(Verdict::Unknown, credit, self.options.bound);
        let truncated = truncated.as_ref();
        let condition = first.heeding(truncated);
        let opposite = second.map(|found| found.heeding(truncated));
        let findings = Findings {
            condition: condition.known(),
            opposite: opposite.as_ref().and_then(Settled::known),
        };
        let about = |about, why| Remark { about, why };
        match condition {
            Settled::Shown(execution) => outcome.witness = Some(*execution),
            Settled::None => {}
            Settled::Open(why) => outcome.remarks.push(about(About::Condition, why)),
        }
        match opposite {
            Some(Settled::Shown(execution)) => outcome.counterexample = Some(*execution),
            Some(Settled::Open(why)) if findings.condition.is_some() => {
                outcome.remarks.push(about(About::Quantity, why));
            }
            // Where the verdict is open, that the rest is too is no news.
            Some(Settled::Open(_) | Settled::None) | None => {}
        }
        outcome.verdict = findings.verdict();
        outcome.proofs = self.ledger.proofs();
        if forall || self.options.quantity {
            outcome.quantity = findings.quantity();
        }
        outcome.holds = findings.holds(self.encoding.program.quantifier);
        outcome
    }

    /// Is there an execution that satisfies the condition, or one that does not?
    fn ask(&self, satisfying: bool) -> Found {
        let encoding = &self.encoding;
        let condition = encoding.condition;
        let (wanted, question) = if satisfying {
            (condition, HOLDS)
        } else {
            (!condition, FAILS)
        };
        match self.solve(&[encoding.finished, encoding.filter, wanted], question) {
            Answer::Unsat(_) => Found::None,
            Answer::Unknown(why) => Found::Open(why),
            Answer::Sat(assignment) => {
                let execution = extract(encoding, &assignment, self.options.bound);
                let program = encoding.program;
                match execution.and_then(|execution| verify(program, execution, satisfying)) {
                    Ok(execution) => Found::Shown(Box::new(execution)),
                    Err(why) => Found::Open(why),
                }
            }
        }
    }

    /// Why the loop bound leaves things open, if it does.
    pub(super) fn truncated(&self) -> Option<Open> {
        let encoding = &self.encoding;
        if encoding.truncated == Lit::FALSE {
            return None;
        }
        if encoding.may_stray {
            // A thread may also be stuck at an address that is none, which no formula says.
            return Some(Open::laps(self.options.bound));
        }
        let bound = self.options.bound;
        let stop = self.options.limits().stop;
        let enough = laps_that_matter(encoding.program, encoding.model, &stop);
        if enough.is_some_and(|enough| enough <= bound) && self.no_lap_matters() {
            return None;
        }
        match self.solve(&[encoding.truncated], BEYOND) {
            Answer::Unsat(_) => None,
            Answer::Sat(assignment) => Some(past_the_bound(encoding, &assignment, bound, enough)),
            Answer::Unknown(why) => Some(why),
        }
    }

    /// Whether no lap writes, nor leaves a register to the next.
    fn no_lap_matters(&self) -> bool {
        let question = &[self.encoding.lasting];
        matches!(self.solve(question, BEYOND), Answer::Unsat(_))
    }

    /// Is the formula satisfiable with these literals?
    pub(super) fn solve(&self, required: &[Lit], question: &str) -> Answer {
        let circuit = &self.encoding.circuit;
        let mut session = Session::new(circuit, required, &[], &self.options.limits());
        if !self.options.confirm {
            return session.check(circuit, &[]);
        }
        let (answer, credit) = session.decide(circuit, &[]);
        self.ledger.note(credit);
        if let Answer::Unsat(core) = &answer
            && self.options.proof
        {
            self.ledger.keep(self.written(&session, question, core));
        }
        answer
    }

    /// A proof as texts.
    fn written(&self, session: &Session, question: &str, core: &[Lit]) -> Written {
        let encoding = &self.encoding;
        let mut lits = vec![(encoding.condition, "the condition".to_owned())];
        for operation in &encoding.operations {
            let event = operation.event.0;
            lits.push((operation.executed, format!("executed {event}")));
            lits.push((operation.writes, format!("writes {event}")));
        }
        let events = Legend::events(encoding.program, encoding.unrolled);
        session.written(question, core, &events, &lits)
    }
}
