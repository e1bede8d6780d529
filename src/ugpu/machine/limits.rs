//! Limits of an exploration, and their accounting.

use std::time::Duration;

use crate::stop::Stop;

/// How much work an exploration may do before it gives up.
#[derive(Debug, Clone)]
pub struct Limits {
    /// States reached.
    pub states: u64,
    /// When to give up in any case.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 2_000_000,
            stop: Stop::after(Duration::from_secs(60)),
        }
    }
}

/// The exploration was stopped by its [`Limits`], or by the length of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// What was used of the [`Limits`].
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    states: u64,
    paths: u64,
    /// A way through a thread was longer than any that is followed.
    long: bool,
    stop: Stop,
}

/// The most instructions followed to find the ways through the threads, and choices among these.
const MOST_PATHS: u64 = 1_000_000;

/// The clock is read once in so many states.
const STATES_PER_LOOK: u64 = 256;

impl Budget {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            limit: limits.states,
            states: 0,
            paths: 0,
            long: false,
            stop: limits.stop.clone(),
        }
    }

    /// How many states were reached.
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// Accounts for a new state.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn state(&mut self) -> Result<(), Exhausted> {
        if self.states >= self.limit {
            return Err(Exhausted);
        }
        self.states += 1;
        self.look(self.states)
    }

    /// Accounts for a way through a thread, or a choice of such ways.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn path(&mut self) -> Result<(), Exhausted> {
        if self.paths >= MOST_PATHS {
            return Err(Exhausted);
        }
        self.paths += 1;
        self.look(self.paths)
    }

    /// Notes that a way through a thread has too many operations.
    pub(super) const fn too_long(&mut self) {
        self.long = true;
    }

    /// Whether a way through a thread had too many operations.
    pub(super) const fn is_too_long(&self) -> bool {
        self.long
    }

    /// When to give up, for stages that are asked for no states.
    #[must_use]
    pub const fn stop(&self) -> &Stop {
        &self.stop
    }

    fn look(&self, count: u64) -> Result<(), Exhausted> {
        if count.is_multiple_of(STATES_PER_LOOK) {
            return self.stop.check().map_err(|_| Exhausted);
        }
        Ok(())
    }
}
