//! The final states that a model allows, whoever lists them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::axiomatic;
use crate::axiomatic::shared::{Events, Frames};
use crate::explicit;
use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::model::registry::Kind;
use crate::program::{Condition, Program, Term};
use crate::sat::engine::{Credit, Finder};
use crate::stop::Open;
use crate::syntax::ast::Comparison;
use crate::syntax::diagnostic::Report;
use crate::ugpu::encode;
use crate::ugpu::machine as ugpu;
use crate::verdict::outcome::{Conclusion, Outcome, Run, Shown, Verdict};
use crate::verdict::query::Options;
use crate::verdict::remark::{About, Remark};
use crate::verdict::states::{State, States, Wanted};

use super::{Explicit, never};

/// Adds the final states to an answer, where the model promises any: of a program with a race it may promise
/// none.
pub(super) fn add(
    frames: &Frames<'_>,
    model: &Model,
    (options, wanted): (&Options, &Wanted),
    outcome: &mut Outcome,
) -> Result<(), Report> {
    match outcome.verdict() {
        Verdict::Unsupported | Verdict::Racy => return Ok(()),
        Verdict::Unknown if model.promises_nothing_of_races() => {
            let why = "without knowing that there is no race, no state is promised";
            outcome.remark(About::States, Open::Missing(why.to_owned()));
            return Ok(());
        }
        Verdict::Reachable | Verdict::Unreachable | Verdict::Unknown => {}
    }
    let program = frames.events().program();
    let states = match observing(program, &wanted.terms) {
        Cow::Borrowed(_) => list(frames, model, options, wanted)?,
        Cow::Owned(program) => {
            let events = Events::new(&program, options.bound);
            list(&Frames::once(&events), model, options, wanted)?
        }
    };
    if contradicts(outcome.verdict(), &states) {
        outcome.contradicted();
        return Ok(());
    }
    if let Some(why) = &states.open {
        outcome.remarks.push(Remark {
            about: About::States,
            why: why.clone(),
        });
    }
    outcome.states = Some(states);
    Ok(())
}

/// How a program ends under a model: what a search asks of thousands of programs, with no verdict beside it.
#[derive(Debug)]
pub enum Ends {
    /// In these states.
    States(States),
    /// It has a race, and the model promises nothing of it.
    Racy,
    /// The model gives an instruction no meaning.
    Refused(Unsupported),
    /// It was not found out.
    Open(Open),
}

/// How a program ends under a model, in the values of some terms.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn ends(
    program: &Program,
    model: &Model,
    options: &Options,
    terms: Vec<Term>,
) -> Result<Ends, Report> {
    Ok(match ends_where(program, model, options, (terms, None))? {
        Ends::States(States {
            open: Some(why), ..
        }) => Ends::Open(why),
        all => all,
    })
}

/// The same of the states in which a condition holds. A race counts wherever it is, and states that were found before something
/// stayed open are told with why there may be more.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn ends_where(
    program: &Program,
    model: &Model,
    options: &Options,
    (terms, condition): (Vec<Term>, Option<Condition>),
) -> Result<Ends, Report> {
    if let Some(refused) = model.refuses(program) {
        return Ok(Ends::Refused(refused));
    }
    let program = observing(program, &terms);
    let events = Events::new(&program, options.bound);
    let frames = Frames::once(&events);
    if model.promises_nothing_of_races() {
        let asked = Options {
            quantity: false,
            reason: false,
            states: None,
            ..options.clone()
        };
        let outcome = super::ask(&frames, model, &asked)?;
        match outcome.conclusion {
            Conclusion::Racy { .. } => return Ok(Ends::Racy),
            Conclusion::Unsupported { refused } => return Ok(Ends::Refused(refused)),
            Conclusion::Unknown { why } => {
                let why = why.into_iter().next().map(|remark| remark.why);
                let nothing = || Open::Internal("a verdict is open for no reason".to_owned());
                return Ok(Ends::Open(why.unwrap_or_else(nothing)));
            }
            Conclusion::Reachable { .. } | Conclusion::Unreachable { .. } => {}
        }
    }
    let wanted = Wanted {
        terms,
        most: None,
        runs: false,
    };
    Ok(Ends::States(match condition {
        None => list(&frames, model, options, &wanted)?,
        Some(condition) => {
            let program = narrowed(&program, condition);
            let events = Events::new(&program, options.bound);
            list(&Frames::once(&events), model, options, &wanted)?
        }
    }))
}

/// The same program, of whose executions only those count that end so.
fn narrowed(program: &Program, condition: Condition) -> Program {
    let span = condition.span();
    let filter = match &program.filter {
        Some(filter) => Condition::And(vec![filter.clone(), condition], span),
        None => condition,
    };
    Program {
        filter: Some(filter),
        ..program.clone()
    }
}

/// Whether the states show that the verdict is wrong, or the verdict that they are.
fn contradicts(verdict: Verdict, states: &States) -> bool {
    let satisfied = states.found.values().any(|state| state.satisfies);
    match verdict {
        Verdict::Unreachable => satisfied,
        Verdict::Reachable => states.open.is_none() && !satisfied,
        Verdict::Racy | Verdict::Unknown | Verdict::Unsupported => false,
    }
}

/// The same program, whose condition names all these terms too and means what it did: what nobody asks for
/// at the end, engines need not know.
fn observing<'p>(program: &'p Program, terms: &[Term]) -> Cow<'p, Program> {
    let named = |term: Term| {
        let here = |other| other == term;
        program.condition.mentions(&here)
    };
    let missing = terms.iter().filter(|&&term| !named(term));
    let span = program.condition.span();
    let mentioned: Vec<Condition> = missing
        .map(|&term| Condition::Compare(Comparison::Eq, term, term, span))
        .collect();
    if mentioned.is_empty() {
        return Cow::Borrowed(program);
    }
    let mut always = vec![Condition::Literal(true, span)];
    always.extend(mentioned);
    let parts = vec![program.condition.clone(), Condition::Or(always, span)];
    Cow::Owned(Program {
        condition: Condition::And(parts, span),
        ..program.clone()
    })
}

fn list(
    frames: &Frames<'_>,
    model: &Model,
    options: &Options,
    wanted: &Wanted,
) -> Result<States, Report> {
    let program = frames.events().program();
    let explicit = Explicit::of(model).filter(|_| options.explicit);
    let mut states = match (explicit, &model.kind) {
        (Some(explicit), _) => explicit.states(program, options, wanted),
        (None, Kind::Axiomatic(axioms)) => {
            axiomatic::states::states_on(frames, axioms, options, wanted)?
        }
        (None, Kind::Operational(machine)) => {
            encode::states::states(program, *machine, options, wanted)?
        }
    };
    never::close_states(program, model, options, &mut states)?;
    Ok(states)
}

impl Explicit {
    fn states(self, program: &Program, options: &Options, wanted: &Wanted) -> States {
        let stop = options.limits().stop;
        let asked = (wanted.most, wanted.runs);
        let found = match self {
            Self::Enumerator(model) => {
                let limits = explicit::Limits {
                    stop,
                    ..explicit::Limits::default()
                };
                let limits = (&limits, options.bound);
                let seen = explicit::states::states(program, model, limits, &wanted.terms, asked);
                seen.map(|ends| (enumerated(ends.states), ends.open))
                    .map_err(|refused| refused.what)
            }
            Self::Explorer(machine) => {
                let limits = ugpu::Limits {
                    stop,
                    ..ugpu::Limits::default()
                };
                let limits = (&limits, options.bound);
                let seen = ugpu::states::states(program, machine, limits, &wanted.terms, asked);
                seen.map(|ends| (explored(ends.states), ends.open))
                    .map_err(|refused| refused.what)
            }
        };
        match found {
            Ok((found, open)) => States {
                open: open.or_else(|| wanted.enough(found.len())),
                enough: wanted.enough(found.len()).is_some(),
                terms: wanted.terms.clone(),
                found,
                credit: Credit {
                    found: Finder::Explicit,
                    confirmed: None,
                },
                unrolled: None,
            },
            // The question itself was refused before.
            Err(what) => States::none(wanted, Open::Missing(what.to_owned()), options),
        }
    }
}

fn enumerated(ends: BTreeMap<Vec<i64>, explicit::states::Ending>) -> BTreeMap<Vec<i64>, State> {
    let states = ends.into_iter().map(|(values, ending)| {
        let run = |execution| Run::Enumerated {
            execution: Box::new(execution),
            race: None,
        };
        let state = State {
            satisfies: ending.satisfying > 0,
            violates: ending.violating > 0,
            executions: Some((ending.satisfying, ending.violating)),
            shown: ending.witness.map(|witness| Shown {
                run: run(witness),
                flags: Vec::new(),
            }),
        };
        (values, state)
    });
    states.collect()
}

fn explored(ends: BTreeMap<Vec<i64>, ugpu::states::Ending>) -> BTreeMap<Vec<i64>, State> {
    let states = ends.into_iter().map(|(values, ending)| {
        let state = State {
            satisfies: ending.satisfies,
            violates: ending.violates,
            executions: None,
            shown: ending.execution.map(Shown::schedule),
        };
        (values, state)
    });
    states.collect()
}
