//! What a schedule does, step by step: which cells change, and which write each value comes from.

use std::collections::BTreeMap;

use super::bends::Bends;
use super::layout::Layout;
use super::model::Model;
use super::path::{OpKind, Path};
use super::replay::{ReplayError, follow, move_of};
use super::schedule::{Rule, Schedule};
use super::state::{Cell, State};
use super::steps::{Machine, Move};
use crate::program::value::atomic;
use crate::program::{LocationId, Program, ThreadId};

/// An operation of a thread's path.
pub type OpId = (ThreadId, usize);

/// A cell after a step that changed it or was delivered to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Whose it is; of a block's view, the first thread of the block.
    pub thread: ThreadId,
    /// Of which location.
    pub location: LocationId,
    /// What it is now.
    pub cell: Cell,
    /// Whether the step delivered a value to it: what it held is gone.
    pub delivered: bool,
}

/// A schedule with all that it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The path of each thread.
    pub paths: Vec<Path>,
    /// For each thread and operation, what it read; 0 where it reads nothing.
    pub reads: Vec<Vec<i64>>,
    /// What each store and each update that succeeded wrote.
    pub written: BTreeMap<OpId, i64>,
    /// For each operation that reads, the one that wrote what it read; none for the initial value.
    pub sources: BTreeMap<OpId, Option<OpId>>,
    /// For each step, the cells it changes.
    pub changes: Vec<Vec<Change>>,
}

/// Follows a schedule and notes what it does.
///
/// # Errors
/// When it is no execution of the program.
pub fn trace(program: &Program, model: Model, schedule: &Schedule) -> Result<Trace, ReplayError> {
    let paths = follow(program, schedule)?;
    let layout = Layout::new(program, model);
    let machine = Machine::new(model, Bends::NONE, &layout, paths.iter().collect());
    let mut tracer = Tracer {
        machine: &machine,
        state: machine.start(program),
        origins: vec![None; layout.views() * layout.locations()],
        written: BTreeMap::new(),
        sources: BTreeMap::new(),
    };
    let mut changes = Vec::new();
    for (at, step) in schedule.steps.iter().enumerate() {
        let next = move_of(&layout, step).filter(|next| machine.enabled(&tracer.state, *next));
        let next = next.ok_or(ReplayError::Impossible(at))?;
        let changed = tracer.step(next).ok_or(ReplayError::Impossible(at))?;
        changes.push(changed);
    }
    let Tracer {
        state,
        written,
        sources,
        ..
    } = tracer;
    Ok(Trace {
        reads: state.reads,
        paths,
        written,
        sources,
        changes,
    })
}

struct Tracer<'a> {
    machine: &'a Machine<'a>,
    state: State,
    /// For each cell, who wrote what it holds.
    origins: Vec<Option<OpId>>,
    written: BTreeMap<OpId, i64>,
    sources: BTreeMap<OpId, Option<OpId>>,
}

impl Tracer<'_> {
    fn step(&mut self, next: Move) -> Option<Vec<Change>> {
        let layout = self.machine.layout;
        let before = self.state.clone();
        let delivered = self.delivered(next)?;
        let step = self.machine.take(&mut self.state, next)?;
        let view = match next {
            Move::Execute(thread, _) | Move::Borrow(thread, ..) => layout.view(thread),
            Move::Share(view, _) => view,
        };
        if let (Some(op), Some(location)) = (step.op, step.location) {
            let id = (step.thread, op);
            let own = layout.cell(view, location);
            if let Rule::Borrow = step.rule {
                let lender = layout.cell(layout.view(step.from?), location);
                self.origins[own] = self.origins[lender];
            }
            if step.rule != Rule::Store {
                self.sources.insert(id, self.origins[own]);
            }
            if let Some(value) = self.writes(id) {
                self.written.insert(id, value);
                self.origins[own] = Some(id);
            }
        }
        let mut changes = Vec::new();
        for other in 0..layout.views() {
            for location in (0..layout.locations()).map(LocationId) {
                let cell = layout.cell(other, location);
                if delivered[cell] {
                    self.origins[cell] = self.origins[layout.cell(view, location)];
                }
                if delivered[cell] || self.state.cells[cell] != before.cells[cell] {
                    changes.push(Change {
                        thread: layout.thread(other),
                        location,
                        cell: self.state.cells[cell],
                        delivered: delivered[cell],
                    });
                }
            }
        }
        Some(changes)
    }

    /// Which cells of other views a step overwrites: those whose value afterwards does not depend
    /// on what they held.
    fn delivered(&self, next: Move) -> Option<Vec<bool>> {
        let layout = self.machine.layout;
        let own = match next {
            // It changes the own cell alone.
            Move::Borrow(..) => return Some(vec![false; self.origins.len()]),
            Move::Execute(thread, _) => layout.view(thread),
            Move::Share(view, _) => view,
        };
        let after = |offset: i64| -> Option<State> {
            let mut state = self.state.clone();
            for view in (0..layout.views()).filter(|view| *view != own) {
                for location in (0..layout.locations()).map(LocationId) {
                    let cell = &mut state.cells[layout.cell(view, location)];
                    cell.value = cell.value.wrapping_add(offset);
                }
            }
            self.machine.take(&mut state, next)?;
            Some(state)
        };
        let (one, other) = (after(0)?, after(1)?);
        let mut delivered = vec![false; self.origins.len()];
        for view in (0..layout.views()).filter(|view| *view != own) {
            for location in (0..layout.locations()).map(LocationId) {
                let cell = layout.cell(view, location);
                delivered[cell] = one.cells[cell].value == other.cells[cell].value;
            }
        }
        Some(delivered)
    }

    /// What an operation that was just done wrote, if it did.
    fn writes(&self, (thread, op): OpId) -> Option<i64> {
        let path = self.machine.paths.get(thread.0)?;
        let reads = self.state.reads.get(thread.0)?;
        match &path.ops.get(op)?.kind {
            OpKind::Store(value) => Some(path.arena.value(*value, reads)),
            OpKind::Update {
                op: what,
                operands,
                ty,
                ..
            } => {
                let operands = operands.iter();
                let values: Vec<i64> = operands
                    .map(|operand| path.arena.value(*operand, reads))
                    .collect();
                atomic(*what, *reads.get(op)?, &values, *ty)
            }
            OpKind::Load(_) | OpKind::Fence(_) => None,
        }
    }
}
