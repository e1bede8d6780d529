//! The smallest execution that shows an answer: of all witnesses one with the fewest accesses, and
//! of those one with the fewest relaxations, as [`crate::execution::distance`] defines them, or for a
//! machine [`mod@crate::ugpu::machine::measure`].

use crate::execution::concrete::Execution;
use crate::execution::distance::Counts;
use crate::model::registry::{Axiomatic, DATA_RACE};
use crate::program::Program;
use crate::program::symbolic::EventId;

use super::check::{OWN_CONTEXT, Query};
use super::demand::Demand;
use super::encoding::{Encoding, Goal};
use super::witness::verify;
use crate::sat::in_fresh_context;
use crate::stop::Open;
use crate::verdict::ledger::Ledger;
use crate::verdict::outcome::{Conclusion, Outcome, Run, Shown, Smallest, Verdict};
use crate::verdict::query::Options;
use crate::verdict::remark::About;

mod search;

use search::{Best, Found, Search, Wanted};

/// The most accesses of a test for which a smallest execution is looked for: the formula of an
/// order grows with their third power.
pub const ACCESSES: usize = 200;

/// Puts a smallest execution in the place of the one that shows an answer: of the witness, the
/// counterexample of a `forall`, or an execution with a race.
pub fn shrink(program: &Program, model: &Axiomatic, options: &Options, outcome: &mut Outcome) {
    let (Some(shown), Some(unrolled)) = (outcome.execution().cloned(), outcome.unrolled.clone())
    else {
        return;
    };
    let events = unrolled.events.iter();
    let found = events.filter(|event| event.thread.is_some() && event.memory().is_some());
    if found.count() > ACCESSES {
        let why = format!("the test has more than {ACCESSES} accesses");
        outcome.remark(About::Smaller, Open::Size(why));
        return;
    }
    let query = Query {
        program,
        model,
        options: options.clone(),
        limits: options.limits(),
        unrolled,
        ledger: Ledger::default(),
    };
    let verdict = outcome.verdict();
    let search = || of_verdict(&query, verdict, shown.clone());
    let found = if query.unrolled.events.len() >= OWN_CONTEXT {
        in_fresh_context(search)
    } else {
        search()
    };
    if let Conclusion::Racy { race, .. } = &mut outcome.conclusion {
        *race = query.race(&found.best.execution);
    }
    outcome.smallest = found.smallest();
    if let Some(why) = found.open {
        outcome.remark(About::Smallest, why);
    }
    let before = outcome.shown().cloned();
    let Some(shown) = outcome.shown_mut() else {
        return;
    };
    shown.run = Run::Execution(Box::new(found.best.execution));
    if let Some(flags) = found.best.flags {
        shown.flags = flags;
        // Another one races now, or this one does.
        let other = outcome.other_race.take().map(|other| other.witness);
        let races = |shown: &Shown| shown.flags.iter().any(|flag| flag == DATA_RACE);
        let racing = before.filter(races).or(other);
        query.add_flagged_race(outcome, racing);
    }
}

/// A smallest execution that does what one does that is at hand.
pub struct Least {
    /// The execution.
    pub execution: Execution,
    /// Its size; none where it was not looked for.
    pub smallest: Option<Smallest>,
    /// Why it is not known to be a smallest one, where it is not.
    pub open: Option<Open>,
}

/// A smallest execution that does what is demanded, and has a data race where one is asked for.
pub(super) fn least(
    query: &Query,
    demand: &Demand,
    race: bool,
    shown: &Execution,
    counts: Counts,
) -> Least {
    let (program, model) = (query.program, query.model);
    let numbered = query.unrolled.events.iter().enumerate();
    let accesses = numbered.filter(|(at, event)| {
        event.thread.is_some() && event.memory().is_some() && counts(EventId(*at))
    });
    let open = |execution: &Execution, open: Open| Least {
        execution: execution.clone(),
        smallest: None,
        open: Some(open),
    };
    if accesses.count() > ACCESSES {
        let why = format!("there are more than {ACCESSES} accesses");
        return open(shown, Open::Size(why));
    }
    let mut encoding = Encoding::new(program, &query.unrolled, model, &query.limits.stop);
    let met = encoding.frame.demanded(demand);
    let mut required = vec![encoding.finished, met];
    let goal = if race {
        let axioms = &model.definition.axioms;
        let index = axioms
            .iter()
            .position(|axiom| axiom.flag && axiom.name == DATA_RACE);
        let Some(goal) = index.and_then(|index| raising(index, query, &mut encoding)) else {
            return open(shown, Open::Internal("the model has no race".to_owned()));
        };
        if let Goal::Flag(_, raised) = goal {
            required.push(raised);
        }
        goal
    } else {
        Goal::Condition
    };
    let accept = |execution: &Execution| {
        let flags = verify(program, &query.unrolled, model, execution, goal)?;
        if demand.holds(program, execution) {
            Ok(flags)
        } else {
            Err("the execution does not end as asked".to_owned())
        }
    };
    let wanted = Wanted {
        required: &required,
        accept: &accept,
        counts,
    };
    let found = Search::run(query, encoding, &wanted, shown.clone());
    Least {
        smallest: found.smallest(),
        execution: found.best.execution,
        open: found.open,
    }
}

/// A smallest execution with a verdict.
fn of_verdict(query: &Query, verdict: Verdict, shown: Execution) -> Found {
    let (program, model) = (query.program, query.model);
    let mut encoding = Encoding::new(program, &query.unrolled, model, &query.limits.stop);
    let Some(goal) = goal(query, verdict, &shown, &mut encoding) else {
        return Found {
            best: Best::new(query, shown, &|_| true),
            proven: false,
            open: Some(Open::Internal("the model has no race".to_owned())),
        };
    };
    let required = encoding.required(goal);
    let wanted = Wanted {
        required: &required,
        accept: &|execution| verify(program, &query.unrolled, model, execution, goal),
        counts: &|_| true,
    };
    Search::run(query, encoding, &wanted, shown)
}

/// What the execution that is shown shows.
fn goal(
    query: &Query,
    verdict: Verdict,
    shown: &Execution,
    encoding: &mut Encoding,
) -> Option<Goal> {
    if verdict == Verdict::Racy {
        return raising(query.model.race_flag()?, query, encoding);
    }
    let program = query.program;
    let holds = program.condition.holds(&|term| shown.value(program, term));
    Some(if holds {
        Goal::Condition
    } else {
        Goal::Opposite
    })
}

/// The goal of raising a flag, by its index among the axioms.
fn raising(flag: usize, query: &Query, encoding: &mut Encoding) -> Option<Goal> {
    let flags = encoding.flags(query.model);
    let raises = |goal: &Goal| matches!(goal, Goal::Flag(index, _) if *index == flag);
    flags.into_iter().find(raises)
}
