//! Threads go on up to what others can notice.

use std::sync::Arc;

use super::search::Search;
use super::state::{State, Status};
use super::together::Together;

impl Search<'_, '_> {
    /// Lets every thread go on up to what others can notice.
    pub(super) fn settle(&mut self, state: &mut State) {
        let mut together = Together::default();
        loop {
            let mut moved = Vec::new();
            for thread in 0..state.threads.len() {
                if self.settle_one(state, thread) {
                    moved.push(thread);
                }
                if state.over {
                    return;
                }
            }
            // A barrier may have let others go on.
            if moved.is_empty() || self.go_round(state, &moved, &mut together) {
                break;
            }
        }
        drop(together);
        for thread in &mut state.threads {
            // Who is also of other moments was left as it was there.
            if let Some(thread) = Arc::get_mut(thread) {
                self.machine.forget(thread);
            }
        }
    }

    fn settle_one(&mut self, state: &mut State, thread: usize) -> bool {
        let mut moved = false;
        let mut snapshot = None;
        for count in 0..self.limits.instructions {
            if state.over || !self.is_ready(state, thread) || self.machine.is_visible(state, thread)
            {
                return moved;
            }
            moved = true;
            if let Some(frame) = state.threads[thread].frame() {
                self.machine.reached.insert((frame.function, frame.at));
            }
            self.machine.step(state, thread);
            // A thread that comes back to where it was will do so for ever.
            if count.is_power_of_two() && count >= 32 {
                snapshot = Some((Arc::clone(&state.threads[thread]), self.machine.changes));
            } else if let Some((before, changes)) = &snapshot
                && *changes == self.machine.changes
                && *before == state.threads[thread]
                && before.status == Status::Ready
            {
                Arc::make_mut(&mut state.threads[thread]).status = Status::Spinning;
                return true;
            }
        }
        // What others do may be what it waits for.
        self.machine.long(state, thread);
        Arc::make_mut(&mut state.threads[thread]).status = Status::Parked;
        true
    }

    #[must_use]
    pub fn is_ready(&self, state: &State, thread: usize) -> bool {
        let it = self.machine.setup.threads[thread];
        let after = &self.machine.setup.launches[it.launch].after;
        matches!(
            state.threads[thread].status,
            Status::Ready | Status::Gathering
        ) && (after.is_empty()
            || self
                .machine
                .setup
                .threads
                .iter()
                .zip(&state.threads)
                .all(|(other, state)| {
                    !after.contains(&other.launch) || state.status == Status::Exited
                }))
    }
}
