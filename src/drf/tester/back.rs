//! Reading all variables back, when all episodes are over.

use super::{Source, Tester};
use crate::drf::config::Mode;
use crate::drf::number::small;
use crate::drf::rights::Action;

/// How far all is read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Back {
    /// Not yet.
    Not,
    /// What a block's own locks were told is told to a lock that all share: `chain` mode only.
    Told,
    /// The variables are loaded.
    Loaded,
}

impl Tester<'_> {
    /// Begins to read all variables back, or goes on with it; false if that was done.
    pub(super) fn read_back(&mut self) -> bool {
        if matches!(self.source, Source::Given(..)) {
            return false;
        }
        self.back = match (self.back, self.config.mode) {
            (Back::Not, Mode::Device | Mode::Block | Mode::Remote) => {
                self.load_back();
                Back::Loaded
            }
            (Back::Not, Mode::Chain) => {
                self.tell_back();
                Back::Told
            }
            // Who has acquired all shared locks knows all.
            (Back::Told, _) => {
                for lock in 0..self.config.shared() {
                    self.threads.add_lock(0, lock);
                }
                Back::Loaded
            }
            (Back::Loaded, _) => return false,
        };
        true
    }

    /// A thread for each lock loads its variables.
    fn load_back(&mut self) {
        let threads = small(self.threads.count());
        for lock in 0..self.config.locks {
            // In `block` mode a lock belongs to the threads of one unit.
            let unit = lock % self.config.threads.units;
            let lane = lock / self.config.threads.units;
            let per_unit = self.config.threads.per_unit();
            let thread = (unit * per_unit + lane % per_unit) % threads;
            self.threads.add_lock(thread, lock);
        }
    }

    /// A thread of each block acquires the block's own locks.
    fn tell_back(&mut self) {
        let (shared, units) = (self.config.shared(), self.config.threads.units);
        for lock in shared..self.config.locks {
            let unit = (lock - shared) % units;
            let thread = unit * self.config.threads.per_unit();
            self.threads.add_lock(thread, lock);
        }
    }

    /// What an episode does that reads back, and the lock that it releases.
    pub(super) fn reads_back(&self, thread: u32, lock: u32, actions: &mut Vec<Action>) -> u32 {
        actions.clear();
        let loads = match self.config.mode {
            Mode::Device | Mode::Block | Mode::Remote => true,
            Mode::Chain if self.back == Back::Told => return 0,
            // With the last of the locks.
            Mode::Chain => self.threads.get(thread).given.is_empty(),
        };
        if loads {
            let (first, step) = self.config.guarded(lock);
            let own = (first..self.config.variables).step_by(step as usize);
            actions.extend(own.map(|variable| Action {
                variable,
                store: false,
            }));
        }
        lock
    }
}
