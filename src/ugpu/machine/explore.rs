//! Tries all steps from all states that can be reached.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::expr::Mask;
use super::limits::{Budget, Exhausted};
use super::state::State;
use super::steps::{Machine, Move};
use crate::program::{LocationId, Program, ThreadId};

/// Told of every state in which all threads are done and nothing that matters is left to share.
pub trait Visitor {
    /// Such a state, and the moves that led there.
    fn end(&mut self, state: &State, moves: &[Move]) -> ControlFlow<()>;
}

/// A state whose moves are being tried.
struct Frame {
    state: State,
    moves: Vec<Move>,
    next: usize,
}

/// The exploration of one machine.
pub struct Exploration<'a> {
    machine: &'a Machine<'a>,
    /// The locations whose final value is asked for.
    observed: &'a [bool],
    /// For each location and thread, the operations that read it.
    readers: Vec<Vec<Mask>>,
    visited: FxHashSet<Box<[u8]>>,
    /// Which loads have borrowed is part of a state's identity.
    marks: bool,
}

impl<'a> Exploration<'a> {
    /// Prepares to explore a machine.
    #[must_use]
    pub fn new(machine: &'a Machine<'a>, observed: &'a [bool]) -> Self {
        let locations = (0..observed.len()).map(LocationId);
        let readers = locations.map(|location| {
            let reads = |path: &&super::path::Path| {
                path.select(|op| op.reads() && op.location == Some(location))
            };
            machine.paths.iter().map(reads).collect()
        });
        Self {
            machine,
            observed,
            readers: readers.collect(),
            visited: FxHashSet::default(),
            marks: false,
        }
    }

    /// The same, for a visitor who asks which loads have borrowed.
    #[must_use]
    pub fn with_marks(self) -> Self {
        Self {
            marks: true,
            ..self
        }
    }

    /// Depth first, each state once.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn run(
        mut self,
        program: &Program,
        budget: &mut Budget,
        visitor: &mut impl Visitor,
    ) -> Result<ControlFlow<()>, Exhausted> {
        let mut trail: Vec<Move> = Vec::new();
        let mut stack = Vec::new();
        let start = self.machine.start(program);
        stack.extend(self.enter(start, budget)?);
        while let Some(frame) = stack.last_mut() {
            let ended = frame.moves.is_empty() && self.machine.is_done(&frame.state);
            if ended && visitor.end(&frame.state, &trail).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let Some(step) = frame.moves.get(frame.next).copied() else {
                stack.pop();
                trail.pop();
                continue;
            };
            frame.next += 1;
            let mut state = frame.state.clone();
            if self.machine.take(&mut state, step).is_none() || !self.goes_on(&state, step) {
                continue;
            }
            if let Some(frame) = self.enter(state, budget)? {
                trail.push(step);
                stack.push(frame);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A state that was not reached before.
    fn enter(&mut self, state: State, budget: &mut Budget) -> Result<Option<Frame>, Exhausted> {
        let live = self.live(&state);
        if !self
            .visited
            .insert(state.key(&live, self.observed, self.marks))
        {
            return Ok(None);
        }
        budget.state()?;
        let moves = self.machine.moves(&state, &live);
        Ok(Some(Frame {
            state,
            moves,
            next: 0,
        }))
    }

    /// The locations whose cells can still matter: something will be read from them.
    fn live(&self, state: &State) -> Vec<bool> {
        let pending = |readers: &Vec<Mask>| {
            let mut threads = readers.iter().zip(&state.done);
            threads.any(|(reads, done)| reads & !done != 0)
        };
        let each = self.readers.iter().zip(self.observed);
        each.map(|(readers, observed)| *observed || pending(readers))
            .collect()
    }

    /// Whether the thread that moved still goes the way that was guessed.
    fn goes_on(&self, state: &State, step: Move) -> bool {
        let (Move::Execute(thread, _) | Move::Borrow(thread, ..)) = step else {
            return true;
        };
        let ThreadId(index) = thread;
        self.machine.paths[index].consistent(state.done[index], &state.reads[index])
    }
}
