//! All ways through a thread, without knowing what its loads will find.

use super::expr::{Arena, ExprId, MOST_OPS, Mask};
use super::limits::{Budget, Exhausted};
use super::path::{Constraint, Decision, Op, Path, Turn};
use crate::program::flow::{Lap, laps};
use crate::program::{Program, Thread, ThreadId, Value};
use crate::stop::{Open, Stop};

/// A thread about to execute an instruction.
#[derive(Debug, Clone)]
pub(super) struct Walk {
    pub(super) pc: usize,
    pub(super) arena: Arena,
    /// What each register holds, and the reads that it depends on.
    pub(super) registers: Vec<(ExprId, Mask)>,
    /// The reads that the branches so far depend on.
    pub(super) branches: Mask,
    pub(super) ops: Vec<Op>,
    pub(super) constraints: Vec<Constraint>,
    pub(super) decisions: Vec<Decision>,
    counts: Vec<usize>,
    /// For each lap, how many operations there were when control last came to its head; nothing
    /// where it did not, as in a loop that was entered in the middle.
    heads: Vec<Option<usize>>,
    turns: Vec<Turn>,
}

/// How a walk goes on after an instruction.
#[derive(Debug, Default)]
pub(super) struct Next {
    /// The walks that go on, each at its next instruction.
    pub(super) walks: Vec<Walk>,
    /// The one that ends at the loop bound.
    pub(super) truncated: Option<Walk>,
    /// The one that stays in its lap.
    pub(super) stays: Option<Walk>,
}

/// What a step of a walk led to.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) walks: Vec<Walk>,
    pub(super) ended: Vec<Path>,
}

/// The ways through a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// Each of them.
    pub list: Vec<Path>,
    /// Some address may be none, and then there is no execution.
    pub strays: bool,
}

pub(super) struct Walker<'a> {
    pub(super) program: &'a Program,
    pub(super) thread: &'a Thread,
    pub(super) bound: usize,
    pub(super) strays: bool,
    /// A thread may stay in a lap that leaves no register to the next.
    pub(super) waits: bool,
    laps: Vec<Lap>,
}

/// All ways through a thread, where each backward jump is taken at most `bound` times each time
/// its loop is entered.
///
/// # Errors
/// When there are too many, or one is too long.
pub fn paths(
    program: &Program,
    id: ThreadId,
    bound: usize,
    budget: &mut Budget,
) -> Result<Paths, Exhausted> {
    let stop = budget.stop();
    let walker = Walker::new(program, id, bound, stop).map_err(|_| Exhausted)?;
    all(walker, budget)
}

/// As [`paths`], and those that stay in a lap.
///
/// # Errors
/// When there are too many, or one is too long.
pub fn waiting_paths(
    program: &Program,
    id: ThreadId,
    bound: usize,
    budget: &mut Budget,
) -> Result<Paths, Exhausted> {
    let stop = budget.stop();
    let walker = Walker::new(program, id, bound, stop).map_err(|_| Exhausted)?;
    all(walker.waiting(true), budget)
}

fn all(mut walker: Walker<'_>, budget: &mut Budget) -> Result<Paths, Exhausted> {
    let mut open = vec![walker.start()];
    let mut list = Vec::new();
    while let Some(walk) = open.pop() {
        budget.path()?;
        let progress = walker.step(walk).inspect_err(|_| budget.too_long())?;
        open.extend(progress.walks.into_iter().rev());
        list.extend(progress.ended);
    }
    Ok(Paths {
        list,
        strays: walker.strays,
    })
}

impl<'a> Walker<'a> {
    pub(super) fn new(
        program: &'a Program,
        id: ThreadId,
        bound: usize,
        stop: &Stop,
    ) -> Result<Self, Open> {
        Ok(Self {
            program,
            thread: program.thread(id),
            bound,
            strays: false,
            waits: false,
            laps: laps(program, id, stop)?,
        })
    }

    pub(super) fn waiting(self, waits: bool) -> Self {
        Self { waits, ..self }
    }

    pub(super) fn start(&self) -> Walk {
        let mut arena = Arena::default();
        let registers = self.thread.registers.iter();
        let registers = registers
            .map(|register| (arena.constant(register.initial), 0))
            .collect();
        Walk {
            pc: 0,
            arena,
            registers,
            branches: 0,
            ops: Vec::new(),
            constraints: Vec::new(),
            decisions: Vec::new(),
            counts: vec![0; self.laps.len()],
            heads: vec![None; self.laps.len()],
            turns: Vec::new(),
        }
    }

    /// Executes one instruction.
    pub(super) fn step(&mut self, mut walk: Walk) -> Result<Progress, Exhausted> {
        if walk.ops.len() > MOST_OPS {
            return Err(Exhausted);
        }
        for (count, lap) in walk.counts.iter_mut().zip(&self.laps) {
            if !(lap.start..=lap.end).contains(&walk.pc) {
                *count = 0;
            }
        }
        for (head, lap) in walk.heads.iter_mut().zip(&self.laps) {
            if lap.target == walk.pc {
                *head = Some(walk.ops.len());
            } else if !(lap.target..=lap.jump).contains(&walk.pc) {
                *head = None;
            }
        }
        let thread = self.thread;
        let Some(instruction) = thread.code.get(walk.pc) else {
            return Ok(Progress {
                ended: vec![walk.finish(false)],
                ..Progress::default()
            });
        };
        let next = self.execute(walk, instruction);
        let truncated = next.truncated.map(|walk| walk.finish(true));
        let stays = next.stays.map(|walk| Path {
            stays: true,
            ..walk.finish(false)
        });
        Ok(Progress {
            walks: next.walks,
            ended: truncated.into_iter().chain(stays).collect(),
        })
    }

    /// Of a thread about to jump: as it stays in the lap that ends here, if it can.
    pub(super) fn stay(&self, walk: &mut Walk) -> Option<Walk> {
        let index = self.laps.iter().position(|lap| lap.jump == walk.pc)?;
        let head = walk.heads[index].filter(|_| self.waits && self.laps[index].is_forgetful())?;
        let mut stays = walk.clone();
        stays.turns.push(Turn {
            ops: head..walk.ops.len(),
            decides: walk.branches,
        });
        stays.decisions.push(Decision::Stay(true));
        walk.decisions.push(Decision::Stay(false));
        Some(stays)
    }

    /// Takes a jump, unless it is a lap too many; tells whether it did.
    pub(super) fn jump(&self, walk: &mut Walk, target: usize) -> bool {
        if let Some(index) = self.laps.iter().position(|lap| lap.jump == walk.pc) {
            if let Some(head) = walk.heads[index].filter(|_| self.laps[index].is_forgetful()) {
                walk.turns.push(Turn {
                    ops: head..walk.ops.len(),
                    decides: walk.branches,
                });
            }
            if walk.counts[index] >= self.bound {
                return false;
            }
            walk.counts[index] += 1;
        }
        walk.pc = target;
        true
    }
}

impl Walk {
    /// The expression of an operand, and the reads it depends on.
    pub(super) fn operand(&mut self, value: Value) -> (ExprId, Mask) {
        match value {
            Value::Constant(value) => (self.arena.constant(value), 0),
            Value::Register(register) => self.registers[register.0],
        }
    }

    /// Guesses that an expression has a value; nothing where it is known not to.
    pub(super) fn assume(&self, expr: ExprId, value: i64, decision: Decision) -> Option<Self> {
        let mut next = self.clone();
        match self.arena.known(expr) {
            Some(known) => return (known == value).then_some(next),
            None => next.constraints.push(Constraint { expr, value }),
        }
        next.decisions.push(decision);
        Some(next)
    }

    fn finish(self, truncated: bool) -> Path {
        Path {
            ops: self.ops,
            arena: self.arena,
            registers: self.registers.into_iter().map(|(expr, _)| expr).collect(),
            constraints: self.constraints,
            decisions: self.decisions,
            turns: self.turns,
            truncated,
            jump: self.pc,
            stays: false,
        }
    }
}
