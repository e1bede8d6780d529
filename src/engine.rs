//! The only door: [`check`] says what a model has to say of a program, whoever answers. The command line,
//! batches, tasks, kernels and the library all ask here; what is asked is a value, [`Options`].

pub mod endless;
mod never;
mod size;
pub mod states;
pub mod termination;
mod unaided;

use crate::axiomatic;
use crate::axiomatic::shared::{Events, Frames};
use crate::explicit::{self, Switches};
use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::model::registry::{DATA_RACE, Kind, RACE, built_in};
use crate::program::Program;
use crate::sat::engine::{Credit, Finder};
use crate::stop::Open;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::ugpu::encode;
use crate::ugpu::machine::{self as ugpu, Bends};
use crate::verdict::endless::Cause;
use crate::verdict::outcome::{Conclusion, Outcome, Raced, Run, Shown, Verdict};
use crate::verdict::query::Options;
use crate::verdict::remark::{About, Remark};

/// Answers whether the condition of a test is reachable under a model.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
///
/// ```
/// use gpu_litmus::{Model, check, load, verdict::query::Options, verdict::outcome::Verdict};
///
/// let test = "PTX SB\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
/// st.weak x, 1 | st.weak y, 1 ;\nld.weak r0, y | ld.weak r0, x ;
/// exists (P0:r0 == 0 /\\ P1:r0 == 0)";
/// let program = load("sb.litmus", test)?;
/// let options = Options::default();
/// assert_eq!(check(&program, &Model::find("tso")?, &options)?.verdict(), Verdict::Reachable);
/// assert_eq!(check(&program, &Model::find("sc")?, &options)?.verdict(), Verdict::Unreachable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(program: &Program, model: &Model, options: &Options) -> Result<Outcome, Report> {
    let events = Events::new(program, options.bound);
    check_on(&Frames::once(&events), model, options)
}

/// As [`check`], of a program that other models are asked about too: what they have in common is done
/// once.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn check_on(frames: &Frames<'_>, model: &Model, options: &Options) -> Result<Outcome, Report> {
    let program = frames.events().program();
    if let Some(wanted) = program.condition.asks_end() {
        return termination::asked(program, model, options, wanted);
    }
    let mut outcome = ask(frames, model, options)?;
    never::close(program, model, options, &mut outcome)?;
    if options.reason && endless::may_be_endless(program, &outcome) {
        outcome.endless = endless::endless(program, model, options)?;
        let cause = outcome.endless.as_ref().map(|one| one.cause);
        if cause == Some(Cause::Threads) {
            // What never ends needs no axiom to be without an outcome.
            (outcome.reason, outcome.story) = (None, None);
        }
    }
    if let Some(wanted) = &options.states {
        states::add(frames, model, (options, wanted), &mut outcome)?;
    }
    if options.terminates && termination::may_wait(program) {
        termination::add(program, model, options, &mut outcome)?;
    }
    Ok(outcome)
}

/// As [`check`], without a look at what waits.
fn ask(frames: &Frames<'_>, model: &Model, options: &Options) -> Result<Outcome, Report> {
    let program = frames.events().program();
    if let Some(refused) = model.refuses(program) {
        return Ok(refusal(refused, options));
    }
    if let Some(explicit) = Explicit::of(model).filter(|_| options.explicit) {
        return Ok(explicit.check(program, model, options));
    }
    let mut outcome = match &model.kind {
        Kind::Axiomatic(axioms) => {
            let mut outcome = axiomatic::check::outcome_on(frames, axioms, options)?;
            if options.smallest {
                axiomatic::smallest::shrink(program, axioms, options, &mut outcome);
            }
            outcome
        }
        Kind::Operational(machine) if options.smallest => {
            encode::check::smallest_outcome(program, *machine, options)?
        }
        Kind::Operational(machine) => encode::check::outcome(program, *machine, options)?,
    };
    size::explain(program, options.bound, &mut outcome);
    Ok(outcome)
}

fn refusal(refused: Unsupported, options: &Options) -> Outcome {
    let found = options.engine.nobody().found;
    Outcome::bare(Conclusion::Unsupported { refused }, found)
}

/// Who answers without a solver.
#[derive(Debug, Clone, Copy)]
pub enum Explicit {
    /// The enumerator of executions.
    Enumerator(explicit::Model),
    /// The explorer of a machine's states.
    Explorer(ugpu::Model),
}

impl Explicit {
    /// Who answers for a model.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        match model.machine() {
            Some(machine) => Some(Self::Explorer(machine)),
            None => explicit::Model::from_name(&model.name).map(Self::Enumerator),
        }
    }

    /// The names of all models that can be answered so.
    #[must_use]
    pub fn known() -> String {
        let known = built_in().iter().filter(|model| Self::of(model).is_some());
        let names: Vec<&str> = known.map(|model| model.name.as_str()).collect();
        names.join(", ")
    }

    fn check(self, program: &Program, model: &Model, options: &Options) -> Outcome {
        match self {
            Self::Enumerator(known) => {
                let limits = explicit::Limits {
                    stop: options.limits().stop,
                    ..explicit::Limits::default()
                };
                let found = explicit::check(program, known, &limits, options.bound, &Switches::ALL);
                match found {
                    Ok(found) => enumerated(program, model, found, options),
                    Err(refused) => explicit_refusal(Unsupported {
                        span: refused.span,
                        what: refused.what,
                        advice: "the enumerator knows neither barriers nor proxies; leave out `--engine explicit`",
                    }),
                }
            }
            Self::Explorer(machine) => {
                let limits = ugpu::Limits {
                    stop: options.limits().stop,
                    ..ugpu::Limits::default()
                };
                match ugpu::check(program, machine, &limits, options.bound, Bends::NONE) {
                    Ok(found) => explored(program, found),
                    Err(refused) => explicit_refusal(refused.into()),
                }
            }
        }
    }
}

fn explicit_refusal(refused: Unsupported) -> Outcome {
    Outcome::bare(Conclusion::Unsupported { refused }, Finder::Explicit)
}

/// What the enumerator found, in the words of all engines.
fn enumerated(
    program: &Program,
    model: &Model,
    found: explicit::Answer,
    options: &Options,
) -> Outcome {
    let pair = found.race;
    let shown = |execution: explicit::Witness| {
        let flagged = execution.flagged.map(|pair| (pair, DATA_RACE));
        let race = pair.map(|pair| (pair, RACE)).or(flagged);
        Shown {
            run: Run::Enumerated {
                execution: Box::new(execution),
                race: race.map(|(pair, _)| pair),
            },
            flags: race.map(|(_, flag)| flag.to_owned()).into_iter().collect(),
        }
    };
    let mut outcome = told(found.verdict, found.witness.map(shown), found.open);
    outcome.quantity = found.quantity;
    outcome.holds = found.holds;
    if program.quantifier == Quantifier::Forall {
        outcome.counterexample = found.counterexample.map(shown);
    }
    if let Some(flagged) = found.flagged.filter(|_| options.flags) {
        outcome.raised.insert(DATA_RACE.to_owned(), Some(flagged));
    }
    if options.race && outcome.flags().is_empty() {
        let other = found.racing.map(shown);
        outcome.other_race = other.map(|witness| Raced {
            witness,
            race: None,
        });
    }
    if model.promises_nothing_of_races()
        && matches!(outcome.verdict(), Verdict::Reachable | Verdict::Unreachable)
    {
        // It was asked about first, and was not raised.
        outcome.raised.insert(RACE.to_owned(), Some(false));
    }
    outcome
}

/// What the explorer found, in the words of all engines.
fn explored(program: &Program, found: ugpu::Answer) -> Outcome {
    let mut outcome = told(
        found.verdict,
        found.witness.map(Shown::schedule),
        found.open,
    );
    outcome.quantity = found.quantity;
    outcome.holds = found.holds;
    if program.quantifier == Quantifier::Forall {
        outcome.counterexample = found.counterexample.map(Shown::schedule);
    }
    outcome
}

/// A verdict of an engine that looked at everything by itself.
fn told(verdict: Verdict, shown: Option<Shown>, open: Option<Open>) -> Outcome {
    let certificate = Credit {
        found: Finder::Explicit,
        confirmed: None,
    };
    let nothing = || Open::Internal("the verdict has nothing to show".to_owned());
    let mut remarks = Vec::new();
    let conclusion = match (verdict, shown) {
        (Verdict::Reachable, Some(witness)) => Conclusion::Reachable { witness },
        (Verdict::Racy, Some(witness)) => Conclusion::Racy {
            witness,
            race: None,
        },
        (Verdict::Unreachable, _) => Conclusion::Unreachable { certificate },
        (Verdict::Unknown, _) => {
            let why = open.clone().unwrap_or_else(nothing);
            Conclusion::open(About::Condition, why)
        }
        (Verdict::Reachable | Verdict::Racy | Verdict::Unsupported, _) => {
            Conclusion::open(About::Condition, nothing())
        }
    };
    if let (Some(why), Verdict::Reachable | Verdict::Unreachable) = (open, verdict) {
        let about = About::Quantity;
        remarks.push(Remark { about, why });
    }
    Outcome {
        remarks,
        ..Outcome::bare(conclusion, Finder::Explicit)
    }
}
