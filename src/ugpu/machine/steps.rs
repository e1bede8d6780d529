//! The machine: which steps are possible in a state.
//!
//! The queues and the load array are not kept as such: an operation is in front of its queue, or
//! in the load array, when all it waits for is done, and what that is depends on its place in the
//! program alone.

use super::bends::{Bend, Bends};
use super::expr::Mask;
use super::layout::Layout;
use super::model::Model;
use super::path::{Op, Path};
use super::replay::FinalState;
use super::state::{Cell, State};
use crate::program::{LocationId, Program, ThreadId};

/// A step that the machine could take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A thread's operation happens, on its own view.
    Execute(ThreadId, usize),
    /// A thread's load borrows from another thread.
    Borrow(ThreadId, usize, ThreadId),
    /// A view shares its cell of a location.
    Share(usize, LocationId),
}

/// A machine running one path of each thread.
#[derive(Debug, Clone)]
pub struct Machine<'a> {
    pub(super) model: Model,
    pub(super) bends: Bends,
    pub(super) layout: &'a Layout,
    pub(super) paths: Vec<&'a Path>,
    /// For each thread and operation, the operations that must be done before it.
    waits: Vec<Vec<Mask>>,
}

impl<'a> Machine<'a> {
    /// A machine for a path of each thread.
    #[must_use]
    pub fn new(model: Model, bends: Bends, layout: &'a Layout, paths: Vec<&'a Path>) -> Self {
        let waits = paths
            .iter()
            .map(|path| {
                let ops = 0..path.ops.len();
                ops.map(|op| waits(model, bends, path, op)).collect()
            })
            .collect();
        Self {
            model,
            bends,
            layout,
            paths,
            waits,
        }
    }

    /// The same, where what each operation [waits] for is known.
    #[must_use]
    pub fn resumed(
        (model, bends): (Model, Bends),
        layout: &'a Layout,
        paths: Vec<&'a Path>,
        waits: Vec<Vec<Mask>>,
    ) -> Self {
        Self {
            model,
            bends,
            layout,
            paths,
            waits,
        }
    }

    /// What each operation waits for, for [`Self::resumed`].
    #[must_use]
    pub fn into_waits(self) -> Vec<Vec<Mask>> {
        self.waits
    }

    /// The state at the start.
    #[must_use]
    pub fn start(&self, program: &Program) -> State {
        let initial: Vec<i64> = program.locations.iter().map(|each| each.initial).collect();
        let row = initial.iter().map(|value| Cell::shared(*value));
        let views = self.layout.views();
        State {
            done: vec![0; self.paths.len()],
            reads: self
                .paths
                .iter()
                .map(|path| vec![0; path.ops.len()])
                .collect(),
            borrowed: vec![0; self.paths.len()],
            cells: (0..views).flat_map(|_| row.clone()).collect(),
            memory: initial,
        }
    }

    /// The operation of a move, if it is one's.
    #[must_use]
    pub fn op(&self, thread: ThreadId, op: usize) -> Option<&'a Op> {
        self.paths.get(thread.0)?.ops.get(op)
    }

    /// Whether every operation of every thread is done.
    #[must_use]
    pub fn is_done(&self, state: &State) -> bool {
        let mut threads = self.paths.iter().zip(&state.done);
        threads.all(|(path, done)| path.all() == *done)
    }

    /// What registers and locations hold in a state.
    #[must_use]
    pub fn end(&self, state: &State) -> FinalState {
        let threads = self.paths.iter().zip(&state.reads);
        let registers = threads.map(|(path, reads)| {
            let registers = path.registers.iter();
            registers
                .map(|expr| path.arena.value(*expr, reads))
                .collect()
        });
        FinalState {
            registers: registers.collect(),
            memory: self.layout.memory(&state.memory),
        }
    }

    /// Whether a move is possible.
    #[must_use]
    pub fn enabled(&self, state: &State, step: Move) -> bool {
        match step {
            Move::Execute(thread, op) => self.ready(state, thread, op),
            Move::Borrow(thread, op, from) => {
                self.ready(state, thread, op) && self.may_borrow(state, thread, op, from)
            }
            Move::Share(view, location) => {
                view < self.layout.views()
                    && location.0 < self.layout.locations()
                    && state.cells[self.layout.cell(view, location)].unshared()
                    && !self.bends.has(Bend::NoSpontaneousSharing)
            }
        }
    }

    /// Whether all that an operation waits for is done, and it is not.
    fn ready(&self, state: &State, thread: ThreadId, op: usize) -> bool {
        let waits = self.waits.get(thread.0).and_then(|waits| waits.get(op));
        waits.is_some_and(|waits| {
            let done = state.done[thread.0];
            done & 1 << op == 0 && waits & !done == 0
        })
    }

    /// Whether a load may take its value from another thread's cell.
    fn may_borrow(&self, state: &State, thread: ThreadId, op: usize, from: ThreadId) -> bool {
        let (Some(op), true) = (self.op(thread, op), from.0 < self.paths.len()) else {
            return false;
        };
        let (true, Some(location)) = (op.is_load(), op.location) else {
            return false;
        };
        let (own, other) = (self.layout.view(thread), self.layout.view(from));
        let lender = state.cells[self.layout.cell(other, location)];
        let offered = if self.layout.same_block(own, other) {
            !lender.local
        } else {
            self.layout.is_global(location) && !lender.global
        };
        let known = self.bends.has(Bend::BorrowShared) && self.layout.holds(other, location);
        let again = self.bends.has(Bend::BorrowAgain);
        !self.model.view_per_block()
            && !self.bends.has(Bend::NoBorrowing)
            && (own != other || self.bends.has(Bend::BorrowFromOneself))
            && (offered || known)
            && (again || !state.cells[self.layout.cell(own, location)].borrowed)
    }

    /// All moves that are possible, apart from sharing cells of locations that are not `live`.
    #[must_use]
    pub fn moves(&self, state: &State, live: &[bool]) -> Vec<Move> {
        let mut moves = Vec::new();
        for (index, path) in self.paths.iter().enumerate() {
            let thread = ThreadId(index);
            for op in 0..path.ops.len() {
                if !self.ready(state, thread, op) {
                    continue;
                }
                moves.push(Move::Execute(thread, op));
                let lenders = (0..self.paths.len()).map(ThreadId);
                let lenders = lenders.filter(|from| self.may_borrow(state, thread, op, *from));
                moves.extend(lenders.map(|from| Move::Borrow(thread, op, from)));
            }
        }
        for view in 0..self.layout.views() {
            let locations = (0..live.len()).filter(|location| live[*location]);
            let shares = locations.map(|location| Move::Share(view, LocationId(location)));
            moves.extend(shares.filter(|share| self.enabled(state, *share)));
        }
        moves
    }
}

/// The operations of a path that one of them waits for: those before it in its queue, those its
/// operands come from, and for what writes, those that decide whether it happens.
#[must_use]
pub fn waits(model: Model, bends: Bends, path: &Path, index: usize) -> Mask {
    let op = &path.ops[index];
    let before = (1 << index) - 1;
    let queue = path.select(|other| goes_first(model, bends, other, op)) & before;
    let branches = if op.is_load() {
        bends.has(Bend::LoadsWaitForBranches)
    } else {
        !bends.has(Bend::StoresIgnoreBranches)
    };
    queue | op.operands | if branches { op.branches } else { 0 }
}

/// Whether an operation must be done before a later one of its thread.
fn goes_first(model: Model, bends: Bends, first: &Op, second: &Op) -> bool {
    if first.is_fence() {
        return !(bends.has(Bend::FenceLetsLaterPass) && second.is_load());
    }
    if second.is_fence() {
        return !(bends.has(Bend::FenceIgnoresLoads) && first.is_load());
    }
    if first.location != second.location {
        return false;
    }
    match (first.is_load(), second.is_load()) {
        (true, true) => !model.has_load_array() || bends.has(Bend::LoadsKeepOrder),
        (true, false) => !bends.has(Bend::StoresOvertakeLoads),
        (false, true) => !bends.has(Bend::LoadsOvertakeStores),
        (false, false) => true,
    }
}
