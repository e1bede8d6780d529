//! Threads that go on when others have come: at a barrier, or as lanes of a warp.

use std::ops::Range;

use crate::ptx::operation::Operation;

use super::machine::Machine;
use super::state::{State, Status};

/// Threads that go on together, and the ones that had to come, or to end, for that: both as sets.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    pub came: u64,
    pub go_on: u64,
}

impl Machine<'_> {
    /// That threads go on together, of those that the meeting is for: who has ended is not waited for any more, and nobody
    /// else's end lets them go on.
    pub fn meet(&mut self, state: &State, group: &[usize], of: impl Iterator<Item = usize>) {
        let Some(meetings) = self.meetings.as_mut() else {
            return;
        };
        let go_on = group.iter().fold(0, |all, thread| all | bit(*thread));
        let ended = of.filter(|&one| state.threads[one].status == Status::Exited);
        let came = ended.fold(go_on, |all, thread| all | bit(thread));
        meetings.push(Meeting { came, go_on });
    }

    /// Notes at which aligned barriers lanes go on though others of their warp have exited.
    pub(super) fn pass_over(
        &mut self,
        state: &State,
        waiting: &[usize],
        mut members: Range<usize>,
    ) {
        let gone = |one: usize| state.threads[one].status == Status::Exited;
        if !members.any(gone) {
            return;
        }
        for &thread in waiting {
            let it = &state.threads[thread];
            let operation = self.instruction(it).map(|one| &one.operation);
            let Some(Operation::Barrier {
                aligned: true,
                count: None,
                ..
            }) = operation
            else {
                continue;
            };
            let left = self.warp(thread).into_iter().find(|&one| gone(one));
            if let (Some(left), Some(frame)) = (left, it.frame()) {
                let place = (frame.function, frame.at);
                self.left.entry(place).or_insert(left);
            }
        }
    }

    /// That lanes go on together, of those of a mask.
    pub fn meet_lanes(&mut self, state: &State, group: &[usize], mask: u64) {
        let warp = group.first().map(|&first| self.warp(first));
        let mut named = warp.unwrap_or_default();
        named.retain(|&one| mask >> self.setup.threads[one].lane() & 1 == 1);
        let gone = |one: &usize| state.threads[*one].status == Status::Exited;
        if let Some(left) = named.iter().copied().find(gone) {
            for it in group.iter().map(|&one| &state.threads[one]) {
                let operation = self.instruction(it).map(|one| &one.operation);
                let waits = matches!(operation, Some(Operation::WarpBarrier { .. }));
                if let Some(frame) = it.frame().filter(|_| waits) {
                    self.left.entry((frame.function, frame.at)).or_insert(left);
                }
            }
        }
        self.meet(state, group, named.into_iter());
    }
}

/// A thread as a set.
pub const fn bit(thread: usize) -> u64 {
    1 << (thread % 64)
}

/// The threads of a set.
pub fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |thread| set >> thread & 1 == 1)
}
