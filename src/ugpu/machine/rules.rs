//! The rules of the machine: what each step does, one function a rule.

use super::bends::Bend;
use super::path::{Op, OpKind};
use super::schedule::{Rule, Step};
use super::state::{Cell, State};
use super::steps::{Machine, Move};
use crate::program::value::{atomic, fit};
use crate::program::{LocationId, ThreadId};
use crate::syntax::ast::Scope;

impl Machine<'_> {
    /// Takes a step that is [enabled](Machine::enabled); tells what it was. Nothing if it names
    /// an operation that is not there.
    pub fn take(&self, state: &mut State, step: Move) -> Option<Step> {
        match step {
            Move::Share(view, location) => Some(self.share(state, view, location)),
            Move::Borrow(thread, index, from) => {
                let op = self.op(thread, index)?;
                let value = self.borrow(state, (thread, index), op, from)?;
                state.done[thread.0] |= 1 << index;
                Some(described(
                    thread,
                    index,
                    op,
                    Rule::Borrow,
                    Some(value),
                    Some(from),
                ))
            }
            Move::Execute(thread, index) => {
                let op = self.op(thread, index)?;
                let (rule, value) = self.execute(state, thread, index, op)?;
                state.done[thread.0] |= 1 << index;
                Some(described(thread, index, op, rule, value, None))
            }
        }
    }

    fn execute(
        &self,
        state: &mut State,
        thread: ThreadId,
        index: usize,
        op: &Op,
    ) -> Option<(Rule, Option<i64>)> {
        Some(match &op.kind {
            OpKind::Fence(scope) => {
                self.fence(state, self.layout.view(thread), *scope, thread);
                (Rule::Fence, None)
            }
            OpKind::Load(_) => (Rule::Load, Some(self.load(state, thread, index, op)?)),
            OpKind::Store(value) => {
                let value = self.paths[thread.0]
                    .arena
                    .value(*value, &state.reads[thread.0]);
                self.store(state, self.layout.view(thread), op.location?, value);
                (Rule::Store, Some(value))
            }
            OpKind::Update { .. } => (Rule::Update, Some(self.update(state, thread, index, op)?)),
        })
    }

    /// A store goes to the own cell, and is not shared yet. Where the block has one view, the
    /// block has it at once.
    fn store(&self, state: &mut State, view: usize, location: LocationId, value: i64) {
        let global = self.layout.is_global(location);
        let local = self.model.view_per_block();
        state.cells[self.layout.cell(view, location)] = Cell {
            value,
            local,
            global: !global,
            borrowed: false,
        };
        if local && !global {
            state.memory[location.0] = value;
        }
    }

    /// A load takes the own cell's value.
    fn load(&self, state: &mut State, thread: ThreadId, index: usize, op: &Op) -> Option<i64> {
        let cell = self.layout.cell(self.layout.view(thread), op.location?);
        let value = state.cells[cell].value;
        state.reads[thread.0][index] = value;
        Some(value)
    }

    /// A load takes another cell's value, and keeps it in the own cell, which it need not share.
    fn borrow(
        &self,
        state: &mut State,
        (thread, index): (ThreadId, usize),
        op: &Op,
        from: ThreadId,
    ) -> Option<i64> {
        let location = op.location?;
        let value = state.cells[self.layout.cell(self.layout.view(from), location)].value;
        let own = self.layout.cell(self.layout.view(thread), location);
        if !self.bends.has(Bend::BorrowKeepsOwnStore) {
            state.cells[own] = Cell {
                borrowed: !self.bends.has(Bend::BorrowLeavesNoMark),
                ..Cell::shared(value)
            };
        }
        state.reads[thread.0][index] = value;
        state.borrowed[thread.0] |= 1 << index;
        Some(value)
    }

    /// A read-modify-write works on the own cell and is delivered at once.
    fn update(&self, state: &mut State, thread: ThreadId, index: usize, op: &Op) -> Option<i64> {
        let OpKind::Update {
            op: what,
            operands,
            ty,
            scope,
        } = &op.kind
        else {
            return None;
        };
        let location = op.location?;
        let view = self.layout.view(thread);
        let cell = self.layout.cell(view, location);
        let old = state.cells[cell].value;
        let path = self.paths[thread.0];
        let values = operands.iter();
        let values: Vec<i64> = values
            .map(|operand| path.arena.value(*operand, &state.reads[thread.0]))
            .collect();
        state.reads[thread.0][index] = old;
        let written = atomic(*what, old, &values, *ty);
        let failed = self.bends.has(Bend::FailedCasDelivers);
        if let Some(value) = written.or_else(|| failed.then(|| fit(old, *ty))) {
            self.store(state, view, location, value);
            if !self.bends.has(Bend::RmwStaysUnshared) {
                let wide = *scope > Scope::Cta || self.bends.has(Bend::BlockRmwSharesGlobally);
                let wide = wide && !self.bends.has(Bend::DeviceRmwStaysInBlock);
                self.deliver(state, view, location, true, wide);
            }
        }
        Some(old)
    }

    /// A cell is shared with all that do not have it.
    fn share(&self, state: &mut State, view: usize, location: LocationId) -> Step {
        let value = state.cells[self.layout.cell(view, location)].value;
        if self.bends.has(Bend::PartialSharingReachesBlock) {
            state.cells[self.layout.cell(view, location)].local = false;
        }
        self.deliver(state, view, location, true, true);
        Step {
            thread: self.layout.thread(view),
            rule: Rule::Share,
            op: None,
            instruction: None,
            location: Some(location),
            value: Some(value),
            from: None,
        }
    }

    /// A fence shares all cells of the view: with the block, or with all.
    fn fence(&self, state: &mut State, view: usize, scope: Scope, thread: ThreadId) {
        let wide = scope > Scope::Cta && !self.bends.has(Bend::DeviceFenceStaysInBlock);
        let wide = wide || self.bends.has(Bend::BlockFenceSharesGlobally);
        let nothing = scope <= Scope::Cta && self.bends.has(Bend::BlockFenceSharesNothing);
        for location in (0..self.layout.locations()).map(LocationId) {
            if !nothing && !self.is_foreign(thread, location) {
                self.deliver(state, view, location, true, wide);
            }
        }
    }

    /// With the bend that fences share only what their own thread stores: whether it does not.
    fn is_foreign(&self, thread: ThreadId, location: LocationId) -> bool {
        let ops = &self.paths[thread.0].ops;
        self.bends.has(Bend::StrongFenceSharesOwnOnly)
            && !ops
                .iter()
                .any(|op| op.location == Some(location) && !op.is_load())
    }

    /// Gives a cell's value to the rest of the block if that does not have it, and likewise to
    /// the other blocks if it is for them too. What the receivers held is overwritten.
    fn deliver(
        &self,
        state: &mut State,
        view: usize,
        location: LocationId,
        block: bool,
        others: bool,
    ) {
        let own = self.layout.cell(view, location);
        let cell = state.cells[own];
        let block = block && !cell.local;
        let others = others && !cell.global;
        let mut receivers = 0;
        for other in (0..self.layout.views()).filter(|other| *other != view) {
            let near = self.layout.same_block(view, other);
            if (if near { block } else { others }) && self.layout.holds(other, location) {
                receivers += usize::from(!near);
                self.receive(
                    &mut state.cells[self.layout.cell(other, location)],
                    cell.value,
                );
            }
        }
        state.cells[own].local |= block;
        state.cells[own].global |= others;
        let lone = self.bends.has(Bend::LoneBlockDeliversNothing) && receivers == 0;
        if if self.layout.is_global(location) {
            others && !lone
        } else {
            block
        } {
            state.memory[location.0] = cell.value;
        }
    }

    fn receive(&self, cell: &mut Cell, value: i64) {
        if cell.unshared() && self.bends.has(Bend::DeliverySparesUnshared) {
            return;
        }
        let borrowed = cell.borrowed && self.bends.has(Bend::DeliveryKeepsMark);
        *cell = Cell {
            borrowed,
            ..Cell::shared(value)
        };
    }
}

fn described(
    thread: ThreadId,
    index: usize,
    op: &Op,
    rule: Rule,
    value: Option<i64>,
    from: Option<ThreadId>,
) -> Step {
    Step {
        thread,
        rule,
        op: Some(index),
        instruction: Some(op.instruction),
        location: op.location,
        value,
        from,
    }
}
