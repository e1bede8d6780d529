//! Follows a schedule on the machine, step by step.

use super::along::path_of;
use super::bends::{Bend, Bends};
use super::layout::Layout;
use super::model::Model;
use super::path::Path;
use super::schedule::{Rule, Schedule, Step};
use super::state::{Cell, State};
use super::steps::{Machine, Move};
use crate::program::{Condition, Program, Term, ThreadId};

/// What registers and locations hold at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalState {
    /// The registers of each thread.
    pub registers: Vec<Vec<i64>>,
    /// The locations.
    pub memory: Vec<i64>,
}

impl FinalState {
    /// Whether a condition holds.
    #[must_use]
    pub fn satisfies(&self, condition: &Condition) -> bool {
        condition.holds(&|term| self.value(term))
    }

    /// The value of a term of a condition.
    #[must_use]
    pub fn value(&self, term: Term) -> i64 {
        match term {
            Term::Constant(value) => value,
            Term::Register(thread, register) => self.registers[thread.0][register.0],
            Term::Location(location) => self.memory[location.0],
        }
    }

    /// Whether the filter of a program holds, if it has one.
    #[must_use]
    pub fn passes_filter(&self, program: &Program) -> bool {
        let filter = program.filter.as_ref();
        filter.is_none_or(|filter| self.satisfies(filter))
    }
}

/// Why a schedule is no execution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The decisions of a thread lead along no path.
    #[error("{0} has no such path")]
    NoPath(ThreadId),
    /// A step is not possible where it stands.
    #[error("step {} is not possible", .0 + 1)]
    Impossible(usize),
    /// A step is possible, but is not what the schedule says.
    #[error("step {} is {found:?}, not {expected:?}", .at + 1)]
    Different {
        /// The index of the step.
        at: usize,
        /// What the schedule says.
        expected: Box<Step>,
        /// What the machine did.
        found: Box<Step>,
    },
    /// A thread read values under which it would have gone another way.
    #[error("{0} goes another way with the values it read")]
    OtherWay(ThreadId),
    /// Something is left to do.
    #[error("the schedule stops before the end")]
    Unfinished,
}

/// Follows a schedule under a model to the end of all threads, with nothing left to share.
///
/// # Errors
/// When it is no execution of the program.
pub fn replay(
    program: &Program,
    model: Model,
    schedule: &Schedule,
) -> Result<FinalState, ReplayError> {
    replay_bent(program, model, Bends::NONE, schedule)
}

/// As [`replay`], on a machine with some rules bent.
///
/// # Errors
/// When it is no execution of the program.
pub fn replay_bent(
    program: &Program,
    model: Model,
    bends: Bends,
    schedule: &Schedule,
) -> Result<FinalState, ReplayError> {
    let paths = follow(program, schedule)?;
    let layout = Layout::new(program, model);
    let machine = Machine::new(model, bends, &layout, paths.iter().collect());
    let mut state = machine.start(program);
    for (at, step) in schedule.steps.iter().enumerate() {
        let next = move_of(&layout, step).filter(|next| machine.enabled(&state, *next));
        let next = next.ok_or(ReplayError::Impossible(at))?;
        let found = machine.take(&mut state, next);
        let found = found.ok_or(ReplayError::Impossible(at))?;
        if found != *step {
            return Err(ReplayError::Different {
                at,
                expected: Box::new(*step),
                found: Box::new(found),
            });
        }
    }
    finish(&machine, &state)
}

/// The ways that the threads of a schedule go.
///
/// # Errors
/// When the decisions of one lead along no path.
pub fn follow(program: &Program, schedule: &Schedule) -> Result<Vec<Path>, ReplayError> {
    let threads = (0..program.threads.len()).map(ThreadId);
    threads
        .map(|thread| {
            let decisions = schedule.decisions.get(thread.0);
            decisions
                .and_then(|decisions| path_of(program, thread, schedule.bound, decisions))
                .filter(|path| !path.truncated)
                .ok_or(ReplayError::NoPath(thread))
        })
        .collect()
}

pub(super) fn move_of(layout: &Layout, step: &Step) -> Option<Move> {
    Some(match (step.rule, step.op, step.from) {
        (Rule::Share, None, None) if step.thread.0 < layout.threads() => {
            Move::Share(layout.view(step.thread), step.location?)
        }
        (Rule::Borrow, Some(op), Some(from)) => Move::Borrow(step.thread, op, from),
        (Rule::Store | Rule::Load | Rule::Update | Rule::Fence, Some(op), None) => {
            Move::Execute(step.thread, op)
        }
        (
            Rule::Store | Rule::Load | Rule::Borrow | Rule::Update | Rule::Fence | Rule::Share,
            ..,
        ) => return None,
    })
}

pub(super) fn finish(machine: &Machine, state: &State) -> Result<FinalState, ReplayError> {
    for (index, path) in machine.paths.iter().enumerate() {
        if !path.consistent(state.done[index], &state.reads[index]) {
            return Err(ReplayError::OtherWay(ThreadId(index)));
        }
    }
    let stuck = machine.bends.has(Bend::NoSpontaneousSharing);
    if !machine.is_done(state) || !stuck && state.cells.iter().any(Cell::unshared) {
        return Err(ReplayError::Unfinished);
    }
    Ok(machine.end(state))
}

/// Takes some moves on a machine, then shares what is left to share; gives the schedule. Nothing if
/// a move is not possible.
#[must_use]
pub fn record(
    program: &Program,
    machine: &Machine,
    bound: usize,
    moves: &[Move],
) -> Option<Schedule> {
    let mut state = machine.start(program);
    let mut steps = Vec::new();
    for step in moves {
        if !machine.enabled(&state, *step) {
            return None;
        }
        steps.push(machine.take(&mut state, *step)?);
    }
    if !machine.is_done(&state) {
        return None;
    }
    let all = vec![true; machine.layout.locations()];
    while let Some(step) = machine.moves(&state, &all).first() {
        steps.push(machine.take(&mut state, *step)?);
    }
    let paths = machine.paths.iter();
    Some(Schedule {
        bound,
        decisions: paths.map(|path| path.decisions.clone()).collect(),
        steps,
    })
}
