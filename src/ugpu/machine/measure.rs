//! How large an execution is, read off its schedule: what is done, and how far from program order.

use super::bends::Bends;
use super::layout::Layout;
use super::model::Model;
use super::path::{Op, OpKind, Path};
use super::replay::{ReplayError, follow, move_of};
use super::schedule::{Schedule, Step};
use super::state::State;
use super::steps::{Machine, Move};
use crate::program::value::atomic;
use crate::program::{LocationId, Program, ThreadId};

/// The size of an execution. Of two executions the smaller one has fewer accesses, or as many and
/// fewer relaxations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Measure {
    /// The loads, stores and atomics that are executed.
    pub accesses: usize,
    /// The accesses that are out of order, and the stores and atomics that lag.
    ///
    /// An access is *out of order* if one that is before it in program order is done after it.
    ///
    /// A store or atomic *lags* if its delivery to the other threads of its block comes after that
    /// of a store or atomic that is after it in program order, or its delivery to the other blocks
    /// does. Deliveries of one step are not one after the other. What is overwritten before it is
    /// delivered does not lag, what a block has from the start (in `ugpu-strong`) is not delivered
    /// to it, and what is borrowed is seen without being delivered.
    pub relaxations: usize,
}

/// An access that is out of order, or a store or atomic that lags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relaxation {
    /// What it is.
    pub kind: RelaxationKind,
    /// Whose access.
    pub thread: ThreadId,
    /// Which operation of the thread's path.
    pub op: usize,
    /// The operation of the same thread that shows it, the first of several: one before it that is
    /// done after it, or one after it that is delivered before it.
    pub other: usize,
}

/// The two kinds, as [`Measure::relaxations`] defines them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RelaxationKind {
    /// It is done before an access that is before it in program order.
    OutOfOrder,
    /// It is delivered after a store that is after it in program order.
    Lag,
}

/// When a store was delivered.
#[derive(Debug, Clone, Copy, Default)]
struct Delivered {
    /// To its block.
    block: Option<usize>,
    /// To the other blocks.
    others: Option<usize>,
}

/// Measures a schedule, which is followed step by step.
///
/// # Errors
/// When a step is not possible.
pub fn measure(
    program: &Program,
    model: Model,
    schedule: &Schedule,
) -> Result<Measure, ReplayError> {
    let paths = follow(program, schedule)?;
    let accesses = paths.iter().flat_map(|path| &path.ops);
    let accesses = accesses.filter(|op| !op.is_fence()).count();
    Ok(Measure {
        accesses,
        relaxations: relaxations(program, model, schedule)?.len(),
    })
}

/// The relaxations of a schedule, thread by thread in program order.
///
/// # Errors
/// When a step is not possible.
pub fn relaxations(
    program: &Program,
    model: Model,
    schedule: &Schedule,
) -> Result<Vec<Relaxation>, ReplayError> {
    let paths = follow(program, schedule)?;
    let layout = Layout::new(program, model);
    let machine = Machine::new(model, Bends::NONE, &layout, paths.iter().collect());
    let mut watch = Watch::new(&machine, &paths);
    let mut state = machine.start(program);
    for (at, step) in schedule.steps.iter().enumerate() {
        let next = move_of(&layout, step).filter(|next| machine.enabled(&state, *next));
        let next = next.ok_or(ReplayError::Impossible(at))?;
        let before = state.clone();
        let taken = machine.take(&mut state, next);
        let taken = taken.ok_or(ReplayError::Impossible(at))?;
        watch.step(at, next, &taken, &before, &state);
    }
    Ok(watch.relaxations(&paths))
}

/// What is seen of a run.
struct Watch<'a> {
    machine: &'a Machine<'a>,
    /// For each cell, the operation whose store it holds, if that is one of its own view.
    holds: Vec<Option<(ThreadId, usize)>>,
    /// For each thread and operation, when it was done.
    done: Vec<Vec<Option<usize>>>,
    /// For each thread and operation, when its store was delivered.
    delivered: Vec<Vec<Delivered>>,
}

impl<'a> Watch<'a> {
    fn new(machine: &'a Machine<'a>, paths: &[Path]) -> Self {
        let layout = machine.layout;
        let paths = paths.iter();
        Self {
            machine,
            holds: vec![None; layout.views() * layout.locations()],
            done: paths
                .clone()
                .map(|path| vec![None; path.ops.len()])
                .collect(),
            delivered: paths
                .map(|path| vec![Delivered::default(); path.ops.len()])
                .collect(),
        }
    }

    /// Notes what a step did.
    fn step(&mut self, at: usize, next: Move, taken: &Step, before: &State, after: &State) {
        let layout = self.machine.layout;
        let view = layout.view(taken.thread);
        match next {
            Move::Execute(thread, index) => {
                self.done[thread.0][index] = Some(at);
                if self.stores(thread, index, before)
                    && let Some(location) = taken.location
                {
                    self.holds[layout.cell(view, location)] = Some((thread, index));
                    self.flags(at, (view, location), None, after);
                }
            }
            Move::Borrow(thread, index, _) => {
                self.done[thread.0][index] = Some(at);
                if let Some(location) = taken.location {
                    self.holds[layout.cell(view, location)] = None;
                }
                return;
            }
            Move::Share(..) => {}
        }
        // What is delivered in this step is delivered from the view whose step it is.
        for location in (0..layout.locations()).map(LocationId) {
            if taken.location.is_none_or(|only| only == location) {
                self.flags(at, (view, location), Some(before), after);
            }
        }
    }

    /// Notes the deliveries of a cell: those that its flags tell of. A new store has had none.
    fn flags(
        &mut self,
        at: usize,
        (view, location): (usize, LocationId),
        before: Option<&State>,
        after: &State,
    ) {
        let layout = self.machine.layout;
        let cell = layout.cell(view, location);
        let now = after.cells[cell];
        let (block, others) = match before.map(|state| state.cells[cell]) {
            Some(old) => (now.local && !old.local, now.global && !old.global),
            None => (
                now.local && !self.machine.model.view_per_block(),
                now.global && layout.is_global(location),
            ),
        };
        if let Some((thread, index)) = self.holds[cell] {
            let delivered = &mut self.delivered[thread.0][index];
            if block {
                delivered.block.get_or_insert(at);
            }
            if others {
                delivered.others.get_or_insert(at);
            }
        }
        for other in (0..layout.views()).filter(|other| *other != view) {
            let near = layout.same_block(view, other);
            if if near { block } else { others } {
                self.holds[layout.cell(other, location)] = None;
            }
        }
    }

    /// Whether an operation stores something, in a state.
    fn stores(&self, thread: ThreadId, index: usize, state: &State) -> bool {
        let Some(Op { kind, location, .. }) = self.machine.op(thread, index) else {
            return false;
        };
        match (kind, location) {
            (OpKind::Store(_), _) => true,
            (
                OpKind::Update {
                    op, operands, ty, ..
                },
                Some(location),
            ) => {
                let layout = self.machine.layout;
                let old = state.cells[layout.cell(layout.view(thread), *location)].value;
                let arena = &self.machine.paths[thread.0].arena;
                let values = operands.iter();
                let values: Vec<i64> = values
                    .map(|operand| arena.value(*operand, &state.reads[thread.0]))
                    .collect();
                atomic(*op, old, &values, *ty).is_some()
            }
            (OpKind::Update { .. }, None) | (OpKind::Load(_) | OpKind::Fence(_), _) => false,
        }
    }

    fn relaxations(&self, paths: &[Path]) -> Vec<Relaxation> {
        let mut found = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            let (done, delivered) = (&self.done[index], &self.delivered[index]);
            let is_access = |op: &usize| !path.ops[*op].is_fence();
            for op in (0..path.ops.len()).filter(is_access) {
                let mut earlier = (0..op).filter(is_access);
                let undone = earlier.find(|&other| done[other] > done[op]);
                let overtaking = (op + 1..path.ops.len()).find(|&later| {
                    after(delivered[op].block, delivered[later].block)
                        || after(delivered[op].others, delivered[later].others)
                });
                let kinds = [
                    (RelaxationKind::OutOfOrder, undone),
                    (RelaxationKind::Lag, overtaking),
                ];
                found.extend(kinds.into_iter().filter_map(|(kind, other)| {
                    Some(Relaxation {
                        kind,
                        thread: ThreadId(index),
                        op,
                        other: other?,
                    })
                }));
            }
        }
        found
    }
}

/// Whether both happened, the first later than the second.
fn after(first: Option<usize>, second: Option<usize>) -> bool {
    first.zip(second).is_some_and(|(a, b)| a > b)
}
