//! The question itself: is the condition reachable, and in how many executions does it hold?

use std::ops::ControlFlow;

use super::answer::{Answer, Execution, Findings};
use super::bends::Bends;
use super::beyond::GoingOn;
use super::enough::laps_that_matter;
use super::explore::{Exploration, Visitor};
use super::expr::MOST_OPS;
use super::layout::Layout;
use super::limits::{Budget, Exhausted, Limits};
use super::model::Model;
use super::path::Path;
use super::paths::{Paths, paths};
use super::replay::{record, replay_bent};
use super::state::State;
use super::steps::{Machine, Move};
use super::support::{Unsupported, supported};
use crate::program::{Condition, LocationId, Program, Term, ThreadId};
use crate::stop::Open;

/// Explores the executions of a program under a model, and counts those that satisfy its
/// condition.
///
/// An execution counts if every thread ended, nothing is left to share, and the filter, if any, is
/// satisfied. A backward jump is taken at most `bound` times each time its loop is entered; where
/// the answer depends on what comes after, the verdict is unknown. `bends` mutates the machine;
/// [`Bends::NONE`] leaves it as it is.
///
/// # Errors
/// When an instruction has no meaning in these models.
pub fn check(
    program: &Program,
    model: Model,
    limits: &Limits,
    bound: usize,
    bends: Bends,
) -> Result<Answer, Unsupported> {
    supported(program)?;
    let mut budget = Budget::new(limits);
    let query = Query::new(program, model, bound, bends);
    let mut tally = Tally::default();
    let finished = query.run(&mut budget, &mut tally);
    Ok(tally.answer(program, finished, &budget))
}

pub(super) struct Query<'a> {
    pub(super) program: &'a Program,
    model: Model,
    bends: Bends,
    pub(super) bound: usize,
    layout: Layout,
    pub(super) observed: Vec<bool>,
}

/// What was seen so far.
#[derive(Default)]
struct Tally {
    witness: Option<Execution>,
    counterexample: Option<Execution>,
    truncated: Option<Open>,
    broken: bool,
}

impl<'a> Query<'a> {
    pub(super) fn new(program: &'a Program, model: Model, bound: usize, bends: Bends) -> Self {
        Self {
            program,
            model,
            bends,
            bound,
            layout: Layout::new(program, model),
            observed: observed(program),
        }
    }
}

impl Query<'_> {
    fn run(&self, budget: &mut Budget, tally: &mut Tally) -> Result<(), Exhausted> {
        let threads = (0..self.program.threads.len()).map(ThreadId);
        let all: Vec<Paths> = threads
            .map(|thread| paths(self.program, thread, self.bound, budget))
            .collect::<Result<_, _>>()?;
        let whole: Vec<Vec<&Path>> = all.iter().map(complete).collect();
        self.each_choice(&whole, budget, |machine, budget| {
            let mut ends = Ends {
                query: self,
                machine,
                tally,
            };
            Exploration::new(machine, &self.observed).run(self.program, budget, &mut ends)
        })?;
        if !tally.is_open() {
            return Ok(());
        }
        tally.truncated = self.truncated(&all, budget)?;
        Ok(())
    }

    /// Why the bound leaves a question open, if it does: some execution goes on past it although each of its laps
    /// changed something.
    pub(super) fn goes_on(&self, budget: &mut Budget) -> Result<Option<Open>, Exhausted> {
        let threads = (0..self.program.threads.len()).map(ThreadId);
        let all: Vec<Paths> = threads
            .map(|thread| paths(self.program, thread, self.bound, budget))
            .collect::<Result<_, _>>()?;
        self.truncated(&all, budget)
    }

    fn truncated(&self, all: &[Paths], budget: &mut Budget) -> Result<Option<Open>, Exhausted> {
        let some: Vec<Vec<&Path>> = all.iter().map(|each| each.list.iter().collect()).collect();
        if some.iter().flatten().all(|path| !path.truncated) {
            return Ok(None);
        }
        if all.iter().any(|each| each.strays) {
            // A thread may also be stuck at an address that is none, which no path says.
            return Ok(Some(Open::laps(self.bound)));
        }
        let enough = laps_that_matter(self.program, self.model, budget.stop());
        let all_laps = enough.is_some_and(|enough| enough <= self.bound);
        let mut found = None;
        let unobserved = vec![false; self.observed.len()];
        self.each_choice(&some, budget, |machine, budget| {
            let mut paths = machine.paths.iter();
            let may = paths.any(|path| path.truncated || all_laps && !path.turns.is_empty());
            if found.is_some() || !may {
                return Ok(ControlFlow::Continue(()));
            }
            let mut end = GoingOn {
                query: self,
                machine,
                enough,
                all_laps,
                found: &mut found,
            };
            let exploration = Exploration::new(machine, &unobserved).with_marks();
            exploration.run(self.program, budget, &mut end)
        })?;
        Ok(found)
    }

    /// The execution of some moves, replayed.
    pub(super) fn execution(&self, machine: &Machine, moves: &[Move]) -> Option<Execution> {
        let schedule = record(self.program, machine, self.bound, moves)?;
        let end = replay_bent(self.program, self.model, self.bends, &schedule).ok()?;
        Some(Execution { schedule, end })
    }

    /// Does something with a machine for every choice of a path for each thread.
    pub(super) fn each_choice(
        &self,
        paths: &[Vec<&Path>],
        budget: &mut Budget,
        mut explore: impl FnMut(&Machine, &mut Budget) -> Result<ControlFlow<()>, Exhausted>,
    ) -> Result<(), Exhausted> {
        let mut choice = vec![0; paths.len()];
        if paths.iter().any(Vec::is_empty) {
            return Ok(());
        }
        loop {
            budget.path()?;
            let chosen = choice.iter().zip(paths).map(|(index, paths)| paths[*index]);
            let machine = Machine::new(self.model, self.bends, &self.layout, chosen.collect());
            if explore(&machine, budget)?.is_break() {
                return Ok(());
            }
            let Some(thread) = (0..paths.len()).find(|at| choice[*at] + 1 < paths[*at].len())
            else {
                return Ok(());
            };
            choice[thread] += 1;
            choice[..thread].fill(0);
        }
    }
}

/// The paths that end.
pub(super) fn complete(paths: &Paths) -> Vec<&Path> {
    let list = paths.list.iter();
    list.filter(|path| !path.truncated).collect()
}

/// Judges the ends of executions.
struct Ends<'a, 'b> {
    query: &'a Query<'a>,
    machine: &'a Machine<'a>,
    tally: &'b mut Tally,
}

impl Visitor for Ends<'_, '_> {
    fn end(&mut self, state: &State, moves: &[Move]) -> ControlFlow<()> {
        let program = self.query.program;
        let end = self.machine.end(state);
        if !end.passes_filter(program) {
            return ControlFlow::Continue(());
        }
        let place = if end.satisfies(&program.condition) {
            &mut self.tally.witness
        } else {
            &mut self.tally.counterexample
        };
        if place.is_none() {
            match self.query.execution(self.machine, moves) {
                Some(execution) => *place = Some(execution),
                None => self.tally.broken = true,
            }
        }
        if self.tally.is_open() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Tally {
    /// Whether more executions could tell more.
    const fn is_open(&self) -> bool {
        self.witness.is_none() || self.counterexample.is_none()
    }

    fn answer(self, program: &Program, finished: Result<(), Exhausted>, used: &Budget) -> Answer {
        let states = used.states();
        let open = match finished {
            _ if self.broken => Some(Open::Internal("a schedule did not replay".to_owned())),
            Err(Exhausted) => Some(exhausted(used)),
            Ok(()) => self.truncated,
        };
        let (some, other) = (self.witness.is_some(), self.counterexample.is_some());
        let findings = Findings::seen(some, other, open.is_none());
        let quantity = findings.quantity();
        Answer {
            verdict: findings.verdict(),
            quantity,
            holds: findings.holds(program.quantifier),
            open: open.filter(|_| quantity.is_none()),
            witness: self.witness,
            counterexample: self.counterexample,
            states,
        }
    }
}

/// That a thread is longer than any schedule's.
#[must_use]
pub fn too_long() -> String {
    format!(
        "a thread has more than {MOST_OPS} memory operations, and schedules of the machines are of threads with at most {MOST_OPS}"
    )
}

/// Why an exploration stopped early.
pub(super) fn exhausted(used: &Budget) -> Open {
    let states = used.states();
    if used.is_too_long() {
        return Open::Size(too_long());
    }
    used.stop().short_of_memory().unwrap_or_else(|| {
        Open::Size(format!(
            "the exploration reached its limit of time or states, after {states} states; the \
             solver (--engine auto) has no such limit"
        ))
    })
}

/// The locations whose final value the condition or the filter asks for.
fn observed(program: &Program) -> Vec<bool> {
    let mut seen = vec![false; program.locations.len()];
    for condition in program.filter.iter().chain([&program.condition]) {
        collect(program, condition, &mut seen);
    }
    seen
}

fn collect(program: &Program, condition: &Condition, seen: &mut [bool]) {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) => {}
        Condition::Compare(_, a, b, _) => {
            for term in [a, b] {
                if let Term::Location(LocationId(index)) = term {
                    seen[program.locations[*index].physical.0] = true;
                }
            }
        }
        Condition::Not(inner, _) => collect(program, inner, seen),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            for part in parts {
                collect(program, part, seen);
            }
        }
    }
}
