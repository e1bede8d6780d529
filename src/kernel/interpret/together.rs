//! Threads that let each other go on for ever.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::finding::Gap;
use super::machine::Machine;
use super::search::Search;
use super::state::{State, Status, Thread};

/// Threads that go on one after the other, as barriers let them.
#[derive(Default)]
pub struct Together {
    count: usize,
    /// The threads at some moment, and how often memory had been changed by then.
    before: Option<(Vec<Arc<Thread>>, u64)>,
    /// Those that went on since.
    moved: BTreeSet<usize>,
}

impl Search<'_, '_> {
    /// Whether threads that meet at barriers come back to where they were, and will do so for ever.
    pub fn go_round(
        &mut self,
        state: &mut State,
        moved: &[usize],
        together: &mut Together,
    ) -> bool {
        together.count += 1;
        together.moved.extend(moved);
        if together.count > self.limits.instructions {
            self.machine.long(state, moved[0]);
            for &thread in &together.moved {
                Arc::make_mut(&mut state.threads[thread]).status = Status::Parked;
            }
            return true;
        }
        let now = (state.threads.clone(), self.machine.changes);
        if together.count.is_power_of_two() && together.count >= 8 {
            together.before = Some(now);
            together.moved.clear();
        } else if together.before.as_ref() == Some(&now) {
            for &thread in &together.moved {
                Arc::make_mut(&mut state.threads[thread]).status = Status::Spinning;
            }
            return true;
        }
        false
    }
}

impl Machine<'_> {
    /// That a thread runs on and on.
    pub fn long(&mut self, state: &State, thread: usize) {
        let place = state.threads[thread].frame();
        let (function, at) = place.map_or((0, 0), |frame| (frame.function, frame.at));
        self.gaps.insert(Gap::Long(thread, function, at));
    }

    /// Whether some thread was not followed to its end.
    #[must_use]
    pub fn parks(&self) -> bool {
        let mut gaps = self.gaps.iter();
        gaps.any(|gap| matches!(gap, Gap::Long(..)))
    }
}
