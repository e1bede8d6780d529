//! The paths of one thread: every run of its instructions on concrete values, given the values
//! that each location may hold.

use super::domains::Domains;
use super::event::{Event, MAX_EVENTS};
use super::limits::{Budget, Exhausted};
use super::loops::{Loop, loops};
use super::matrix::Set;
use super::state::State;
use crate::program::value::compare_as;
use crate::program::{Instruction, InstructionKind, Program, Thread, ThreadId};
use crate::syntax::ast::{Fence, Type};

/// How a path ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At the end of the thread.
    Done,
    /// At a backward jump taken more often than the bound allows.
    Truncated,
    /// Where the execution stops counting: after a lap of a loop that changed nothing, or at an
    /// access to no location of the thread's.
    Stuck,
}

/// An event of a path. The sets hold indices of earlier events of the same path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What happened.
    pub event: Event,
    /// The reads its address depends on.
    pub addr: Set,
    /// The reads its value operands depend on.
    pub data: Set,
    /// The reads that decide whether it happens.
    pub ctrl: Set,
}

/// A run of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// Its events in program order.
    pub steps: Vec<Step>,
    /// What the registers hold at the end.
    pub registers: Vec<i64>,
    /// How it ended.
    pub end: End,
    /// How many events it has until it ended or got stuck. What comes after an access to no
    /// location is no part of an execution, but tells what the thread stores whether or not that
    /// address is a good one: another path may need to know.
    pub reached: usize,
    /// Of a path that ended after a lap that changed nothing, its first event of that lap.
    pub lap: Option<usize>,
    /// The instruction at which it ended.
    pub at: usize,
    /// Of a path that ended at the bound, whether its last two laps did the same and leave no register to the
    /// next: then it goes on so for ever.
    pub round: bool,
}

/// The most events of states of a thread that wait to be followed: a read of a location with very many values leaves one for each.
const MOST_WAITING: usize = 3_000_000;

/// All paths of a thread whose reads find values of the domains.
///
/// # Errors
/// When a limit is reached.
pub fn paths(
    program: &Program,
    id: ThreadId,
    domains: &Domains,
    bound: usize,
    budget: &mut Budget,
) -> Result<Vec<Path>, Exhausted> {
    let runner = Runner {
        program,
        id,
        thread: program.thread(id),
        loops: loops(program, id, budget)?,
        domains,
        bound,
    };
    let mut open = vec![runner.start()];
    let mut found = Vec::new();
    let size = |state: &State| state.steps.len() + 1;
    let mut waiting = 1;
    while let Some(state) = open.pop() {
        waiting -= size(&state);
        let before = open.len();
        budget.candidate()?;
        if let Some(path) = runner.run(state, &mut open, budget)? {
            budget.keep(path.steps.len() + 1)?;
            found.push(path);
        }
        waiting += open.iter().skip(before).map(size).sum::<usize>();
        if waiting > MOST_WAITING {
            return Err(Exhausted);
        }
    }
    Ok(found)
}

/// What comes after an instruction.
pub(super) enum Next {
    /// The following one.
    Follow,
    /// The one jumped to.
    Jump(usize),
    /// One state for each value that a read may find.
    Fork(Vec<State>),
}

pub(super) struct Runner<'a> {
    pub(super) program: &'a Program,
    pub(super) id: ThreadId,
    pub(super) thread: &'a Thread,
    loops: Vec<Loop>,
    pub(super) domains: &'a Domains,
    bound: usize,
}

impl Runner<'_> {
    fn start(&self) -> State {
        let registers = &self.thread.registers;
        State {
            pc: 0,
            registers: registers.iter().map(|register| register.initial).collect(),
            taint: vec![0; registers.len()],
            ctrl: 0,
            steps: Vec::new(),
            writes: 0,
            laps: vec![0; self.loops.len()],
            arrivals: vec![None; self.loops.len()],
            heads: vec![0; self.loops.len()],
            before: vec![0; self.loops.len()],
            round: false,
            lap: None,
            idled: !self.domains.one_idle_lap(),
            stuck: None,
        }
    }

    /// Runs to the end or to the next read; of a read, the states that follow are left in `open`.
    fn run(
        &self,
        mut state: State,
        open: &mut Vec<State>,
        budget: &mut Budget,
    ) -> Result<Option<Path>, Exhausted> {
        loop {
            budget.step()?;
            if state.steps.len() > MAX_EVENTS {
                return Err(Exhausted);
            }
            self.visit(&mut state);
            let Some(instruction) = self.thread.code.get(state.pc) else {
                return Ok(Some(state.finish(End::Done)));
            };
            match self.execute(&mut state, instruction) {
                Next::Follow => state.pc += 1,
                Next::Jump(target) => {
                    if let Some(end) = self.jump(&mut state, target) {
                        return Ok(Some(state.finish(end)));
                    }
                }
                Next::Fork(states) => {
                    // The last is taken first: the smallest value leads.
                    open.extend(states.into_iter().rev());
                    return Ok(None);
                }
            }
        }
    }

    /// Notes which loops the next instruction enters, heads or leaves.
    fn visit(&self, state: &mut State) {
        for (index, each) in self.loops.iter().enumerate() {
            if !each.covers(state.pc) {
                state.laps[index] = 0;
            }
            if state.pc == each.head {
                state.arrivals[index] = Some(state.writes);
                state.before[index] = state.heads[index];
                state.heads[index] = state.steps.len();
            } else if !each.contains(state.pc) {
                state.arrivals[index] = None;
            }
        }
    }

    /// Takes a jump, unless it makes the lap that ends the path.
    fn jump(&self, state: &mut State, target: usize) -> Option<End> {
        let jumped = self.loops.iter().position(|each| each.jump == state.pc);
        if let Some(index) = jumped {
            if self.loops[index].idle && state.arrivals[index] == Some(state.writes) {
                if state.idled {
                    state.lap = Some(state.heads[index]);
                    return Some(End::Stuck);
                }
                state.idled = true;
            }
            if state.laps[index] >= self.bound {
                let (before, last) = (state.before[index], state.heads[index]);
                let done = |step: &Step| {
                    let event = step.event;
                    (event.instruction, event.location, event.read, event.written)
                };
                let earlier = state.steps[before..last].iter().map(done);
                let later = state.steps[last..].iter().map(done);
                state.round = self.loops[index].idle && self.bound > 0 && earlier.eq(later);
                return Some(End::Truncated);
            }
            state.laps[index] += 1;
        }
        state.pc = target;
        None
    }

    fn execute(&self, state: &mut State, instruction: &Instruction) -> Next {
        let (runs, guard) = match instruction.guard {
            Some((register, wanted)) => (
                (state.registers[register.0] != 0) == wanted,
                state.taint[register.0],
            ),
            None => (true, 0),
        };
        if let InstructionKind::Branch { condition, target } = &instruction.kind {
            let (holds, taint) = condition.as_ref().map_or((true, 0), |(cmp, a, b)| {
                let holds = compare_as(*cmp, state.value(*a), state.value(*b), Type::default());
                (holds, state.taint(*a) | state.taint(*b))
            });
            state.ctrl |= guard | taint;
            return if runs && holds {
                Next::Jump(*target)
            } else {
                Next::Follow
            };
        }
        if runs {
            self.operate(state, &instruction.kind, guard)
        } else {
            state.skip(&instruction.kind, guard);
            Next::Follow
        }
    }

    /// Executes an instruction that is no branch; `guard` are the reads its predicate depends on.
    fn operate(&self, state: &mut State, kind: &InstructionKind, guard: Set) -> Next {
        match kind {
            InstructionKind::Load {
                dst,
                target,
                access,
            } => self.load(state, *dst, *target, *access, guard),
            InstructionKind::Store {
                target,
                value,
                access,
            } => self.store(state, *target, *value, *access, guard),
            InstructionKind::Atomic {
                dst,
                target,
                op,
                operands,
                access,
            } => self.atomic(state, (*dst, *target, *op), operands, *access, guard),
            InstructionKind::Fence(fence) => {
                if *fence != Fence::Hole {
                    state.record(Event::fence(self.id, state.pc, *fence), 0, 0, guard);
                }
                Next::Follow
            }
            InstructionKind::Barrier { .. }
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Branch { .. } => {
                state.calculate(kind, guard);
                Next::Follow
            }
        }
    }
}
