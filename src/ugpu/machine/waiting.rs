//! Does some execution wait for ever? Each thread ends or stays in a lap that wrote nothing, leaves no
//! register to the next, and read what its cells still hold when nothing is left to share. A lap more then
//! finds the same: nothing is left to borrow, nor to deliver. And who waits for ever comes to such a lap, as
//! there are only so many stores, each is shared some time, and a thread borrows no more often than others
//! store.

use std::ops::ControlFlow;

use super::answer::Execution;
use super::bends::Bends;
use super::check::{Query, too_long};
use super::explore::{Exploration, Visitor};
use super::layout::Layout;
use super::limits::{Budget, Exhausted, Limits};
use super::model::Model;
use super::path::Path;
use super::paths::{Paths, waiting_paths};
use super::replay::move_of;
use super::schedule::Schedule;
use super::state::State;
use super::steps::{Machine, Move};
use super::support::{Unsupported, supported};
use crate::program::{Program, ThreadId};
use crate::stop::Open;

/// Where a thread waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// The thread.
    pub thread: ThreadId,
    /// The index of the jump that ends the lap.
    pub jump: usize,
    /// The indices of the instructions that read in it.
    pub reads: Vec<usize>,
}

/// What was found of executions that wait for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// One of them, and who waits where.
    pub found: Option<(Execution, Vec<Wait>)>,
    /// Why it is not known whether there is one.
    pub open: Option<Open>,
}

/// Explores the executions of a program under a model for one that waits for ever.
///
/// # Errors
/// When an instruction has no meaning in these models.
pub fn waiting(
    program: &Program,
    model: Model,
    limits: &Limits,
    bound: usize,
) -> Result<Answer, Unsupported> {
    supported(program)?;
    let mut budget = Budget::new(limits);
    let query = Query::new(program, model, bound, Bends::NONE);
    let mut seen = Seen::default();
    let finished = query.find_waiting(&mut budget, &mut seen);
    let open = match finished {
        _ if seen.broken => Some(Open::Internal("a schedule did not replay".to_owned())),
        Err(Exhausted) if budget.is_too_long() => Some(Open::Size(too_long())),
        Err(Exhausted) => Some(Open::Size(format!(
            "the exploration reached its limit of time or states, after {} states",
            budget.states()
        ))),
        Ok(why) => why,
    };
    Ok(Answer {
        open: open.filter(|_| seen.found.is_none()),
        found: seen.found,
    })
}

/// Where the threads of a replayed execution wait, if some do and each may.
///
/// # Errors
/// What is wrong: a mistake of whoever found it.
pub fn waits_on(
    program: &Program,
    model: Model,
    execution: &Execution,
    paths: &[Path],
) -> Result<Vec<Wait>, String> {
    let layout = Layout::new(program, model);
    let machine = Machine::new(model, Bends::NONE, &layout, paths.iter().collect());
    let state =
        last_state(program, &machine, &execution.schedule).ok_or("a step is not possible")?;
    let mut staying = (0..paths.len()).filter(|&thread| paths[thread].stays);
    if !staying.all(|thread| machine.may_stay(&state, ThreadId(thread))) {
        return Err("a thread does not find what it found before".to_owned());
    }
    let waits = waits(&machine);
    if waits.is_empty() {
        return Err("all threads end".to_owned());
    }
    Ok(waits)
}

/// The state that a schedule leads to.
fn last_state(program: &Program, machine: &Machine, schedule: &Schedule) -> Option<State> {
    let mut state = machine.start(program);
    for step in &schedule.steps {
        machine.take(&mut state, move_of(machine.layout, step)?)?;
    }
    Some(state)
}

/// Where the threads of a machine wait that stay in their last laps.
#[must_use]
pub fn waits(machine: &Machine) -> Vec<Wait> {
    let paths = machine.paths.iter().enumerate();
    let waits = paths.filter_map(|(thread, path)| {
        let lap = path.turns.last().filter(|_| path.stays)?;
        let ops = path.ops[lap.ops.clone()].iter();
        Some(Wait {
            thread: ThreadId(thread),
            jump: path.jump,
            reads: ops
                .filter(|op| op.reads())
                .map(|op| op.instruction)
                .collect(),
        })
    });
    waits.collect()
}

#[derive(Default)]
struct Seen {
    found: Option<(Execution, Vec<Wait>)>,
    broken: bool,
}

impl Query<'_> {
    /// Looks for an execution that waits; tells why the bound leaves open that there is one, if it does.
    fn find_waiting(
        &self,
        budget: &mut Budget,
        seen: &mut Seen,
    ) -> Result<Option<Open>, Exhausted> {
        let threads = (0..self.program.threads.len()).map(ThreadId);
        let all: Vec<Paths> = threads
            .map(|thread| waiting_paths(self.program, thread, self.bound, budget))
            .collect::<Result<_, _>>()?;
        let over: Vec<Vec<&Path>> = all
            .iter()
            .map(|each| each.list.iter().filter(|path| !path.truncated).collect())
            .collect();
        let observed = vec![true; self.program.locations.len()];
        self.each_choice(&over, budget, |machine, budget| {
            if machine.paths.iter().all(|path| !path.stays) {
                return Ok(ControlFlow::Continue(()));
            }
            let mut ends = Ends {
                query: self,
                machine,
                seen,
            };
            Exploration::new(machine, &observed).run(self.program, budget, &mut ends)
        })?;
        if seen.found.is_some() {
            return Ok(None);
        }
        self.goes_on(budget)
    }
}

/// Judges the ends of executions.
struct Ends<'a, 'b> {
    query: &'a Query<'a>,
    machine: &'a Machine<'a>,
    seen: &'b mut Seen,
}

impl Visitor for Ends<'_, '_> {
    fn end(&mut self, state: &State, moves: &[Move]) -> ControlFlow<()> {
        let paths = self.machine.paths.iter().enumerate();
        let mut staying = paths.filter(|(_, path)| path.stays);
        if !staying.all(|(thread, _)| self.machine.may_stay(state, ThreadId(thread))) {
            return ControlFlow::Continue(());
        }
        match self.query.execution(self.machine, moves) {
            Some(execution) => self.seen.found = Some((execution, waits(self.machine))),
            None => self.seen.broken = true,
        }
        ControlFlow::Break(())
    }
}
