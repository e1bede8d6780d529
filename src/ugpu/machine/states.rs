//! All final states of the executions of a machine.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::answer::Execution;
use super::bends::Bends;
use super::check::{Query, complete, exhausted};
use super::explore::{Exploration, Visitor};
use super::limits::{Budget, Exhausted, Limits};
use super::model::Model;
use super::path::Path;
use super::paths::{Paths, paths};
use super::state::State;
use super::steps::{Machine, Move};
use super::support::{Unsupported, supported};
use crate::program::{Program, Term, ThreadId};
use crate::stop::Open;

/// What was seen of all executions that count, as [`check`](super::check()) counts them.
#[derive(Debug, Clone, Default)]
pub struct Ends {
    /// For each state that was seen, as the values of what was asked for, who ends so.
    pub states: BTreeMap<Vec<i64>, Ending>,
    /// Why there may be more, if there may; not that there are as many as were asked for.
    pub open: Option<Open>,
}

/// The executions that end in one state.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    /// Some satisfy the condition.
    pub satisfies: bool,
    /// Some do not.
    pub violates: bool,
    /// One of them, replayed, of those that satisfy the condition if there are any.
    pub execution: Option<Execution>,
}

/// Explores the executions of a program under a model, until there are `most` states: the values of these
/// terms, which the condition or the filter names; each with an execution where `keep` says so.
///
/// # Errors
/// When an instruction has no meaning in these models.
pub fn states(
    program: &Program,
    model: Model,
    (limits, bound): (&Limits, usize),
    terms: &[Term],
    (most, keep): (Option<usize>, bool),
) -> Result<Ends, Unsupported> {
    supported(program)?;
    let mut budget = Budget::new(limits);
    let query = Query::new(program, model, bound, Bends::NONE);
    let mut seen = Seen {
        states: BTreeMap::new(),
        broken: false,
        terms,
        most,
        keep,
    };
    let finished = run(&query, &mut budget, &mut seen);
    let open = match finished {
        _ if seen.broken => Some(Open::Internal("a schedule did not replay".to_owned())),
        Err(Exhausted) => Some(exhausted(&budget)),
        Ok(open) => open,
    };
    let states = seen.states;
    Ok(Ends { states, open })
}

/// Visits all ends; tells why the bound leaves something open, if it does.
fn run(query: &Query, budget: &mut Budget, seen: &mut Seen) -> Result<Option<Open>, Exhausted> {
    let threads = (0..query.program.threads.len()).map(ThreadId);
    let all: Vec<Paths> = threads
        .map(|thread| paths(query.program, thread, query.bound, budget))
        .collect::<Result<_, _>>()?;
    let whole: Vec<Vec<&Path>> = all.iter().map(complete).collect();
    query.each_choice(&whole, budget, |machine, budget| {
        let mut visitor = Visit {
            query,
            machine,
            seen,
        };
        Exploration::new(machine, &query.observed).run(query.program, budget, &mut visitor)
    })?;
    if !seen.wants_more() {
        return Ok(None);
    }
    query.goes_on(budget)
}

struct Seen<'a> {
    states: BTreeMap<Vec<i64>, Ending>,
    /// A schedule did not replay.
    broken: bool,
    terms: &'a [Term],
    most: Option<usize>,
    keep: bool,
}

impl Seen<'_> {
    fn wants_more(&self) -> bool {
        self.most.is_none_or(|most| self.states.len() < most)
    }
}

/// Takes note of the ends of one machine.
struct Visit<'a, 'b> {
    query: &'a Query<'a>,
    machine: &'a Machine<'a>,
    seen: &'a mut Seen<'b>,
}

impl Visitor for Visit<'_, '_> {
    fn end(&mut self, state: &State, moves: &[Move]) -> ControlFlow<()> {
        let (program, seen) = (self.query.program, &mut *self.seen);
        let end = self.machine.end(state);
        if !end.passes_filter(program) {
            return ControlFlow::Continue(());
        }
        let values = seen.terms.iter().map(|&term| end.value(term));
        let satisfied = end.satisfies(&program.condition);
        let ending = seen.states.entry(values.collect()).or_default();
        if seen.keep && (ending.execution.is_none() || satisfied && !ending.satisfies) {
            match self.query.execution(self.machine, moves) {
                Some(execution) => ending.execution = Some(execution),
                None => seen.broken = true,
            }
        }
        ending.satisfies |= satisfied;
        ending.violates |= !satisfied;
        if seen.wants_more() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
