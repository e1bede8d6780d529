//! Which fences of a schedule it could do without.
//!
//! A fence that delivers nothing when it happens only makes later steps wait. The schedule without
//! it, all other steps as they are, is an execution of the program without it; and that holds for
//! any number of such fences at once, as their steps change no cell. Where a fence delivers
//! something, the cells may as well be shared of their own accord just before it: that is always so
//! for a device fence, and for a block fence the replay tells. What is left are block fences
//! whose partial deliveries the schedule needs (`docs/ugpu.md`: adding a fence adds a behaviour).

use std::collections::BTreeMap;

use super::bends::Bends;
use super::layout::Layout;
use super::model::Model;
use super::path::OpKind;
use super::replay::{FinalState, finish, follow, move_of};
use super::schedule::Schedule;
use super::state::{Cell, State};
use super::steps::{Machine, Move};
use crate::program::{LocationId, Program, ThreadId};
use crate::syntax::ast::Scope;

/// The fence instruction of a thread.
pub type FenceId = (ThreadId, usize);

/// What a fence could be instead, so that the end of the execution stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Freedom {
    /// Nothing at all.
    pub absent: bool,
    /// A block fence.
    pub block: bool,
    /// A device fence.
    pub device: bool,
}

impl Freedom {
    /// Anything.
    pub const ALL: Self = Self {
        absent: true,
        block: true,
        device: true,
    };

    const fn and(self, other: Self) -> Self {
        Self {
            absent: self.absent && other.absent,
            block: self.block && other.block,
            device: self.device && other.device,
        }
    }
}

/// For each fence that happens in a schedule, what it could be instead, whatever the others are
/// instead; nothing if the schedule is no execution of the program. A fence that does not happen
/// can be anything.
#[must_use]
pub fn loosen(
    program: &Program,
    model: Model,
    schedule: &Schedule,
    wanted: &dyn Fn(&FinalState) -> bool,
) -> Option<BTreeMap<FenceId, Freedom>> {
    let paths = follow(program, schedule).ok()?;
    let layout = Layout::new(program, model);
    let machine = Machine::new(model, Bends::NONE, &layout, paths.iter().collect());
    let steps = schedule.steps.iter();
    let mut moves: Vec<Move> = steps
        .map(|step| move_of(&layout, step))
        .collect::<Option<_>>()?;
    let run = Run {
        program,
        machine: &machine,
        wanted,
    };
    run.freedom(&moves)?;
    let mut at = 0;
    while at < moves.len() {
        if run.is_fence(moves[at]).is_some()
            && let Some((shared, count)) = run.shared_before(&moves, at)
            && run.freedom(&shared).is_some()
        {
            moves = shared;
            at += count;
        }
        at += 1;
    }
    run.freedom(&moves)
}

struct Run<'a> {
    program: &'a Program,
    machine: &'a Machine<'a>,
    wanted: &'a dyn Fn(&FinalState) -> bool,
}

impl Run<'_> {
    /// The instruction of a fence step.
    fn is_fence(&self, step: Move) -> Option<FenceId> {
        let Move::Execute(thread, op) = step else {
            return None;
        };
        let op = self.machine.paths.get(thread.0)?.ops.get(op)?;
        op.is_fence().then_some((thread, op.instruction))
    }

    /// Whether it is the step of a device fence.
    fn is_wide(&self, step: Move) -> bool {
        let Move::Execute(thread, op) = step else {
            return false;
        };
        let op = self.machine.op(thread, op);
        op.is_some_and(|op| matches!(op.kind, OpKind::Fence(scope) if scope > Scope::Cta))
    }

    /// The moves, with what a fence would deliver shared before it; and how many steps that is.
    fn shared_before(&self, moves: &[Move], at: usize) -> Option<(Vec<Move>, usize)> {
        let mut state = self.machine.start(self.program);
        for step in &moves[..at] {
            self.machine.take(&mut state, *step)?;
        }
        let (thread, _) = self.is_fence(moves[at])?;
        let view = self.machine.layout.view(thread);
        let mut after = state.clone();
        self.machine.take(&mut after, moves[at])?;
        let changed = |location: &LocationId| {
            let own = self.machine.layout.cell(view, *location);
            state.cells[own] != after.cells[own]
        };
        let locations = (0..self.machine.layout.locations()).map(LocationId);
        let shares: Vec<Move> = locations
            .filter(changed)
            .map(|location| Move::Share(view, location))
            .collect();
        let count = shares.len();
        if count == 0 {
            return None;
        }
        let mut result = moves[..at].to_vec();
        result.extend(shares);
        result.extend(&moves[at..]);
        // What has been shared already cannot be shared once more.
        self.without_idle_shares(&result)
            .map(|moves| (moves, count))
    }

    /// The moves without shares of cells that are shared already.
    fn without_idle_shares(&self, moves: &[Move]) -> Option<Vec<Move>> {
        let mut state = self.machine.start(self.program);
        let mut kept = Vec::with_capacity(moves.len());
        for &step in moves {
            if !self.machine.enabled(&state, step) {
                if matches!(step, Move::Share(..)) {
                    continue;
                }
                return None;
            }
            self.machine.take(&mut state, step)?;
            kept.push(step);
        }
        Some(kept)
    }

    /// Replays moves; what each fence could be instead, if they end as wanted.
    fn freedom(&self, moves: &[Move]) -> Option<BTreeMap<FenceId, Freedom>> {
        let mut state = self.machine.start(self.program);
        let mut found: BTreeMap<FenceId, Freedom> = BTreeMap::new();
        for &step in moves {
            if !self.machine.enabled(&state, step) {
                return None;
            }
            let fence = self.is_fence(step);
            let before = state.clone();
            self.machine.take(&mut state, step)?;
            if let Some(fence) = fence {
                let freedom = self.freedom_at(fence.0, &before, &state, step);
                found
                    .entry(fence)
                    .and_modify(|known| *known = known.and(freedom))
                    .or_insert(freedom);
            }
        }
        let end = finish(self.machine, &state).ok()?;
        (self.wanted)(&end).then_some(found)
    }

    /// What one fence step could be instead.
    fn freedom_at(&self, thread: ThreadId, before: &State, after: &State, step: Move) -> Freedom {
        let layout = self.machine.layout;
        let view = layout.view(thread);
        let all_shared = (0..layout.locations()).map(LocationId).all(|location| {
            let cell = self.seen(before, view, location);
            !cell.unshared()
        });
        let same = |view: usize| {
            let mut locations = (0..layout.locations()).map(LocationId);
            locations.all(|at| self.seen(before, view, at) == self.seen(after, view, at))
        };
        let idle = (0..layout.views()).all(same) && before.memory == after.memory;
        let wide = self.is_wide(step);
        Freedom {
            absent: idle,
            block: idle || !wide,
            device: all_shared || wide,
        }
    }

    /// A cell as far as it matters. Where no other view belongs to the block, nobody ever borrows
    /// a global cell, or is given its value, because the block does not have it: a cell that the
    /// block does not have is one that the others do not have either.
    fn seen(&self, state: &State, view: usize, location: LocationId) -> Cell {
        let layout = self.machine.layout;
        let cell = state.cells[layout.cell(view, location)];
        let mut others = (0..layout.views()).filter(|&other| other != view);
        let lone = !others.any(|other| layout.same_block(view, other));
        Cell {
            local: cell.local || lone && layout.is_global(location),
            ..cell
        }
    }
}
