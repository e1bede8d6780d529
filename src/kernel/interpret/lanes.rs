//! Where lanes wait for each other.

use crate::ptx::operation::Operation;

use super::machine::Machine;
use super::state::State;

/// The place of lanes that meet at whichever `bar.warp.sync` they come to.
pub const ANYWHERE: (usize, usize, usize) = (usize::MAX, 0, 0);

impl Machine<'_> {
    /// Where a thread waits for lanes: at its instruction, or at any `bar.warp.sync` of its mask.
    pub(super) fn met_at(&self, state: &State, thread: usize) -> Option<(usize, usize, usize)> {
        let instruction = self.instruction(&state.threads[thread]);
        let waits =
            instruction.is_some_and(|one| matches!(one.operation, Operation::WarpBarrier { .. }));
        if waits && self.setup.module.meets_anywhere() {
            Some(ANYWHERE)
        } else {
            place(state, thread)
        }
    }
}

/// Where a thread is: how many functions are being run, which, and the instruction.
pub(super) fn place(state: &State, thread: usize) -> Option<(usize, usize, usize)> {
    let it = &state.threads[thread];
    it.frame()
        .map(|frame| (it.frames.len(), frame.function, frame.at))
}
