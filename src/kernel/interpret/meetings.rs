//! Threads that go on when others have come: at a barrier, or as lanes of a warp.

use super::machine::Machine;
use super::state::{State, Status};

/// Threads that go on together, and the ones that had to come, or to end, for that: both as sets.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    pub came: u64,
    pub go_on: u64,
}

impl Machine<'_> {
    /// That threads of a block go on together.
    pub fn meet(&mut self, state: &State, group: &[usize]) {
        let Some((meetings, first)) = self.meetings.as_mut().zip(group.first()) else {
            return;
        };
        let go_on = group.iter().fold(0, |all, thread| all | bit(*thread));
        let block = self.setup.blocks[self.setup.threads[*first].block]
            .threads
            .clone();
        let ended = block.filter(|&one| state.threads[one].status == Status::Exited);
        let came = ended.fold(go_on, |all, thread| all | bit(thread));
        meetings.push(Meeting { came, go_on });
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
