//! Laps that may leave something behind.
//!
//! A thread that is past the loop bound matters only if each of its laps does: an execution with a lap
//! that changes nothing has a shorter one without it and the same end. A lap changes something if it
//! writes, leaves a register to the next, borrows, or delivers with a block fence. It may still
//! borrow with a load that no branch waits for. (Device fences deliver what can be shared
//! of its own accord.)

use super::path::{OpKind, Turn};
use super::state::State;
use super::steps::Machine;
use crate::program::ThreadId;
use crate::program::value::atomic;
use crate::syntax::ast::Scope;

impl Machine<'_> {
    /// Whether a thread ended at the loop bound, and each of its laps may have changed something.
    pub(super) fn is_beyond(&self, state: &State, thread: ThreadId) -> bool {
        let path = self.paths[thread.0];
        path.truncated
            && path
                .turns
                .iter()
                .all(|turn| self.changes(state, thread, turn))
    }

    /// Whether a thread has written in a lap, after which it went round again.
    pub(super) fn writes_in_a_lap(&self, state: &State, thread: ThreadId) -> bool {
        let path = self.paths[thread.0];
        let mut inside = path.turns.iter().flat_map(|turn| turn.ops.clone());
        inside.any(|index| self.has_written(state, thread, index))
    }

    /// Whether a thread that ended at the loop bound can take its last lap again and again: it leaves no register to the
    /// next, did what the one before did, borrowed nothing, and read nothing that it changes.
    pub(super) fn goes_round(&self, state: &State, thread: ThreadId) -> bool {
        let path = self.paths[thread.0];
        let [.., before, last] = path.turns.as_slice() else {
            return false;
        };
        let reads = &state.reads[thread.0];
        let written: Vec<_> = last
            .ops
            .clone()
            .filter_map(|index| {
                Some((
                    path.ops[index].location,
                    self.written(state, thread, index)?,
                ))
            })
            .collect();
        // What it finds where it writes is what it leaves there.
        let stays = |index: usize| {
            let mut there = written
                .iter()
                .filter(|(at, _)| *at == path.ops[index].location);
            there.all(|(_, left)| *left == reads[index])
        };
        let mut pairs = before.ops.clone().zip(last.ops.clone());
        path.truncated
            && before.ops.end == last.ops.start
            && last.ops.end == path.ops.len()
            && before.ops.len() == last.ops.len()
            && pairs.all(|(first, second)| {
                let (one, other) = (&path.ops[first], &path.ops[second]);
                let same = (one.instruction, one.location) == (other.instruction, other.location);
                let borrowed = state.borrowed[thread.0] & 1 << second != 0;
                let stays = !other.reads() || stays(second);
                same && stays && reads[first] == reads[second] && !borrowed
            })
    }

    fn has_written(&self, state: &State, thread: ThreadId, index: usize) -> bool {
        self.written(state, thread, index).is_some()
    }

    /// What an operation that was done has written, if it has.
    fn written(&self, state: &State, thread: ThreadId, index: usize) -> Option<i64> {
        let (path, reads) = (self.paths[thread.0], &state.reads[thread.0]);
        match &path.ops[index].kind {
            OpKind::Store(value) => Some(path.arena.value(*value, reads)),
            OpKind::Update {
                op, operands, ty, ..
            } => {
                let values = operands.iter();
                let values: Vec<i64> = values
                    .map(|operand| path.arena.value(*operand, reads))
                    .collect();
                atomic(*op, reads[index], &values, *ty)
            }
            OpKind::Load(_) | OpKind::Fence(_) => None,
        }
    }

    /// Whether a thread that stays in its last lap may do so: it wrote nothing there, and what it read is
    /// what its cells hold.
    pub(super) fn may_stay(&self, state: &State, thread: ThreadId) -> bool {
        let path = self.paths[thread.0];
        let Some(lap) = path.turns.last().filter(|_| path.stays) else {
            return false;
        };
        let view = self.layout.view(thread);
        lap.ops.clone().all(|index| {
            let op = &path.ops[index];
            let wrote = self.has_written(state, thread, index);
            let still = op.location.filter(|_| op.reads()).is_none_or(|location| {
                let cell = self.layout.cell(view, location);
                state.cells[cell].value == state.reads[thread.0][index]
            });
            !wrote && still
        })
    }

    fn changes(&self, state: &State, thread: ThreadId, turn: &Turn) -> bool {
        let path = self.paths[thread.0];
        turn.ops.clone().any(|index| {
            let op = &path.ops[index];
            match &op.kind {
                OpKind::Store(_) | OpKind::Update { .. } => self.has_written(state, thread, index),
                OpKind::Fence(scope) => !self.model.view_per_block() && *scope <= Scope::Cta,
                OpKind::Load(_) => {
                    let decides = turn.decides & 1 << index != 0;
                    !self.model.view_per_block()
                        && (!decides || state.borrowed[thread.0] & 1 << index != 0)
                }
            }
        })
    }
}
