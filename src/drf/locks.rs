//! Which locks a thread may use, and how far its atomics reach.

use super::config::{Config, Mode};
use super::device::Scope;
use super::rng::Rng;

impl Config {
    /// Locks that each block has alone in `chain` mode: about half of all, at least one.
    const fn own(&self) -> u32 {
        let own = self.locks / 2 / self.threads.units;
        if own == 0 { 1 } else { own }
    }

    /// Locks that all threads share in `chain` mode: the first ones.
    #[must_use]
    pub const fn shared(&self) -> u32 {
        self.locks.saturating_sub(self.own() * self.threads.units)
    }

    /// How far a thread's atomics of a lock reach.
    #[must_use]
    pub const fn scope(&self, thread: u32, lock: u32) -> Scope {
        let home = self.threads.unit(thread) == lock % self.threads.units;
        match self.mode {
            Mode::Device => Scope::Device,
            Mode::Chain if lock < self.shared() => Scope::Device,
            Mode::Block | Mode::Chain => Scope::Block,
            Mode::Remote if home => Scope::Home,
            Mode::Remote => Scope::Remote,
        }
    }

    /// The lock that an episode releases, which has acquired `lock`.
    pub fn release(&self, rng: &mut Rng, thread: u32, lock: u32) -> u32 {
        match self.mode {
            Mode::Device | Mode::Block | Mode::Remote => lock,
            Mode::Chain => self.lock(rng, thread),
        }
    }

    /// A lock for an episode of a thread to acquire.
    pub fn lock(&self, rng: &mut Rng, thread: u32) -> u32 {
        let (unit, units) = (self.threads.unit(thread), self.threads.units);
        // Of locks dealt out to blocks in turn, one of this block.
        let dealt = |rng: &mut Rng, locks: u32| {
            let own = locks.saturating_sub(unit).div_ceil(units);
            unit + units * rng.below(own)
        };
        match self.mode {
            Mode::Device => rng.below(self.locks),
            Mode::Block => dealt(rng, self.locks),
            Mode::Chain => {
                let shared = self.shared();
                if rng.below(2) == 0 {
                    rng.below(shared)
                } else {
                    shared + dealt(rng, self.locks - shared)
                }
            }
            // As often at home as abroad, for those who have a home.
            Mode::Remote => {
                if unit < self.locks && rng.below(2) == 0 {
                    dealt(rng, self.locks)
                } else {
                    rng.below(self.locks)
                }
            }
        }
    }

    /// The variables that an episode may access which acquires a lock: every so many from a first one, these two numbers.
    #[must_use]
    pub const fn guarded(&self, lock: u32) -> (u32, u32) {
        match self.mode {
            Mode::Device | Mode::Block | Mode::Remote => (lock, self.locks),
            Mode::Chain => (0, 1),
        }
    }
}
