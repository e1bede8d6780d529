//! Threads that go round until a thread writes whose block has not begun: their launch needs these blocks at the same
//! time. Who waits for one that has begun, as for who holds a lock, does not.

use super::forks::Item;
use super::place::Place;
use super::search::{ROOT, Search};
use super::state::{State, Status};

/// Whether threads go round, and how it is found out of whom they wait.
#[derive(Debug, Default)]
pub struct Apart {
    /// No step is left to a thread alone whose block has not begun: so the moments are seen in which others wait for it.
    pub careful: bool,
    /// Some thread comes back to where it was.
    pub laps: bool,
}

/// A lap in which a thread changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Idle {
    /// The address that its last access is of.
    address: u64,
    /// The threads whose blocks have not begun, as a set.
    ahead: u64,
    /// The threads of other blocks that have begun, and have not exited.
    beside: u64,
}

impl Search<'_, '_> {
    /// Remembers a step back to a moment that was known, where only its thread took steps since then: a lap that changes
    /// nothing.
    pub(super) fn waits_in(&mut self, item: &Item, thread: usize, seen: usize) {
        let mut at = item.node;
        while at != seen {
            match self.nodes.get(at) {
                Some(node) if at != ROOT && node.by == thread => at = node.parent,
                Some(_) | None => return,
            }
        }
        self.apart.laps = true;
        let (ahead, beside) = self.begun(&item.state, thread);
        let instruction = self.machine.instruction(&item.state.threads[thread]);
        let access = instruction.and_then(|one| one.operation.access());
        let Some((access, address, elements)) = access.filter(|_| ahead != 0) else {
            return;
        };
        let bytes = access.ty.bytes() * elements as u64;
        let place = self
            .machine
            .place(&item.state, thread, access.space, address, bytes);
        if let Ok((Place::Region(_, _, address), _)) = place {
            self.idle.insert(Idle {
                address,
                ahead,
                beside,
            });
        }
    }

    /// The threads whose blocks have not begun, and those of other blocks that have and still go on.
    fn begun(&self, state: &State, thread: usize) -> (u64, u64) {
        let Some(start) = &self.start else {
            return (0, 0);
        };
        let places = &self.machine.setup.threads;
        let moved = |at: usize| state.threads[at] != start.threads[at];
        let (mut ahead, mut beside) = (0, 0);
        for (other, it) in places.iter().enumerate().take(64) {
            if it.block == places[thread].block || state.threads[other].status == Status::Exited {
                continue;
            }
            let mut block = self.machine.setup.blocks[it.block].threads.clone();
            if block.any(moved) {
                beside |= 1 << other;
            } else {
                ahead |= 1 << other;
            }
        }
        (ahead, beside)
    }

    /// Whether a thread may take a step that no other order is looked at of.
    pub(super) fn may_be_first(&self, state: &State, thread: usize) -> bool {
        let Some(start) = self.start.as_ref().filter(|_| self.apart.careful) else {
            return true;
        };
        let setup = self.machine.setup;
        let mut block = setup.blocks[setup.threads[thread].block].threads.clone();
        block.any(|at| state.threads[at] != start.threads[at])
    }

    /// Whether some thread goes round until one writes whose block has not begun.
    pub(super) fn waits_apart(&self) -> bool {
        self.idle.iter().any(|lap| {
            let users = self.machine.users.get(&lap.address);
            let writers = users.map_or(0, |users| users.writers);
            writers & lap.ahead != 0 && writers & lap.beside == 0
        })
    }
}
