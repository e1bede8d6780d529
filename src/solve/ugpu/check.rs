//! The verdict on a test under one of the models.

use crate::logic::Lit;
use crate::program::Program;
use crate::program::unroll::unroll_laps;
use crate::syntax::diagnostic::Report;
use crate::ugpu::{Execution, Model, Unsupported, support};

use super::super::check::{EVENTS, Options};
use super::super::outcome::{Quantity, Verdict};
use super::super::session::{Answer, Limits, Session, in_fresh_context};
use super::encoding::Encoding;
use super::witness::extract;

/// From this many events on a test gets a solver context of its own.
const OWN_CONTEXT: usize = 48;

/// The answer for one test and one model.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Is the condition reachable?
    pub verdict: Verdict,
    /// In how many executions it holds; none if it was not asked, or cannot be said.
    pub quantity: Option<Quantity>,
    /// An execution that satisfies the condition, replayed on the machine.
    pub witness: Option<Execution>,
    /// An execution that does not, replayed on the machine.
    pub counterexample: Option<Execution>,
    /// The instruction that the model refuses.
    pub unsupported: Option<Unsupported>,
    /// Why the verdict or the quantity is open.
    pub notes: Vec<String>,
}

impl Outcome {
    const fn bare(verdict: Verdict) -> Self {
        Self {
            verdict,
            quantity: None,
            witness: None,
            counterexample: None,
            unsupported: None,
            notes: Vec::new(),
        }
    }
}

/// Answers whether the condition of a test is reachable under a model of this family.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn check(program: &Program, model: Model, options: &Options) -> Result<Outcome, Report> {
    if let Err(refused) = support::supported(program) {
        return Ok(Outcome {
            unsupported: Some(refused),
            ..Outcome::bare(Verdict::Unsupported)
        });
    }
    // A lap that writes nothing may still borrow, which leaves something behind: none is cut.
    let unrolled = unroll_laps(program, options.bound, false)?;
    let events = unrolled.events.len();
    if events > EVENTS {
        return Ok(Outcome {
            notes: vec![format!(
                "the test has {events} events, more than the {EVENTS} that fit in one formula"
            )],
            ..Outcome::bare(Verdict::Unknown)
        });
    }
    let answer = || {
        Query {
            encoding: Encoding::new(program, &unrolled, model),
            options: *options,
        }
        .answer()
    };
    Ok(if events >= OWN_CONTEXT {
        in_fresh_context(answer)
    } else {
        answer()
    })
}

pub use super::outcome::outcome;

struct Query<'a> {
    encoding: Encoding<'a>,
    options: Options,
}

/// The answer to one question of the solver.
enum Found {
    Execution(Box<Execution>),
    None,
    Open(String),
}

impl Query<'_> {
    fn answer(&self) -> Outcome {
        let first = self.ask(true);
        let second = if self.options.quantity {
            self.ask(false)
        } else {
            Found::Open("not asked".to_owned())
        };
        let open = matches!(first, Found::None) || matches!(second, Found::None);
        let truncated = if open { self.truncated() } else { None };
        let mut outcome = Outcome::bare(Verdict::Unknown);
        let some = self.settle(first, truncated.as_deref(), &mut outcome, true);
        let other = self.settle(second, truncated.as_deref(), &mut outcome, false);
        outcome.notes.dedup();
        outcome.verdict = match some {
            Some(true) => Verdict::Reachable,
            Some(false) => Verdict::Unreachable,
            None => Verdict::Unknown,
        };
        outcome.quantity = match (some, other) {
            _ if !self.options.quantity => None,
            (Some(true), Some(false)) => Some(Quantity::Always),
            (Some(true), Some(true)) => Some(Quantity::Sometimes),
            (Some(false), _) => Some(Quantity::Never),
            _ => None,
        };
        outcome
    }

    /// Puts what was found into the outcome; tells whether there is an execution.
    fn settle(
        &self,
        found: Found,
        truncated: Option<&str>,
        outcome: &mut Outcome,
        satisfying: bool,
    ) -> Option<bool> {
        match (found, truncated) {
            (Found::Execution(execution), _) => {
                let place = if satisfying {
                    &mut outcome.witness
                } else {
                    &mut outcome.counterexample
                };
                *place = Some(*execution);
                Some(true)
            }
            (Found::None, None) => Some(false),
            (Found::None, Some(why)) => {
                outcome.notes.push(why.to_owned());
                None
            }
            (Found::Open(why), _) => {
                if satisfying || self.options.quantity {
                    outcome.notes.push(why);
                }
                None
            }
        }
    }

    /// Is there an execution that satisfies the condition, or one that does not?
    fn ask(&self, satisfying: bool) -> Found {
        let encoding = &self.encoding;
        let condition = encoding.condition;
        let wanted = if satisfying { condition } else { !condition };
        match self.solve(&[encoding.finished, encoding.filter, wanted]) {
            Answer::Unsat(_) => Found::None,
            Answer::Unknown(why) => Found::Open(why),
            Answer::Sat(assignment) => {
                let execution = extract(encoding, &assignment, self.options.bound);
                match execution.and_then(|execution| self.verify(execution, satisfying)) {
                    Ok(execution) => Found::Execution(Box::new(execution)),
                    Err(why) => Found::Open(format!(
                        "internal error: the solver's schedule did not replay ({why}); please \
                         report this test"
                    )),
                }
            }
        }
    }

    /// Whether an execution is what was asked for.
    fn verify(&self, execution: Execution, satisfying: bool) -> Result<Execution, String> {
        let program = self.encoding.program;
        if !execution.end.passes_filter(program) {
            return Err("it does not pass the filter".to_owned());
        }
        if execution.end.satisfies(&program.condition) != satisfying {
            return Err("it does not end as asked".to_owned());
        }
        Ok(execution)
    }

    /// Why the loop bound leaves things open, if it does.
    fn truncated(&self) -> Option<String> {
        let encoding = &self.encoding;
        if encoding.truncated == Lit::FALSE {
            return None;
        }
        let matters = format!(
            "some execution goes on after {} laps of a loop; a larger --bound may decide it",
            self.options.bound
        );
        if encoding.may_stray {
            // A thread may also be stuck at an address that is none, which no formula says.
            return Some(matters);
        }
        match self.solve(&[encoding.truncated]) {
            Answer::Unsat(_) => None,
            Answer::Sat(_) => Some(matters),
            Answer::Unknown(why) => Some(why),
        }
    }

    /// Is the formula satisfiable with these literals?
    fn solve(&self, required: &[Lit]) -> Answer {
        let limits = Limits {
            timeout: self.options.timeout,
        };
        let circuit = &self.encoding.circuit;
        Session::new(circuit, required, &[], limits).check(circuit, &[])
    }
}
