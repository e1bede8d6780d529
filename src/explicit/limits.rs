//! Limits of an enumeration, and their accounting.

use std::time::Duration;

use crate::stop::Stop;

/// How much work an enumeration may do before it gives up with
/// [`Verdict::Unknown`](super::Verdict::Unknown).
#[derive(Debug, Clone)]
pub struct Limits {
    /// Candidates: thread paths, choices of paths, reads-from maps and coherence orders.
    pub candidates: u64,
    /// When to give up in any case.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            candidates: 20_000_000,
            stop: Stop::after(Duration::from_secs(60)),
        }
    }
}

/// The enumeration was stopped by its [`Limits`], or by the size of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// What is left of the [`Limits`].
#[derive(Debug)]
pub struct Budget {
    candidates: u64,
    stop: Stop,
    ticks: u32,
}

/// The clock is read once in so many steps.
const TICKS_PER_LOOK: u32 = 1024;

impl Budget {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            candidates: limits.candidates,
            stop: limits.stop.clone(),
            ticks: 0,
        }
    }

    /// Goes on, where a step is large.
    ///
    /// # Errors
    /// When the time is over.
    pub fn go_on(&self) -> Result<(), Exhausted> {
        self.stop.check().map_err(|_| Exhausted)
    }

    /// Accounts for a small step.
    ///
    /// # Errors
    /// When the time is over.
    pub fn step(&mut self) -> Result<(), Exhausted> {
        self.ticks += 1;
        if self.ticks < TICKS_PER_LOOK {
            return Ok(());
        }
        self.ticks = 0;
        self.go_on()
    }

    /// Accounts for a candidate.
    ///
    /// # Errors
    /// When no candidate or no time is left.
    pub fn candidate(&mut self) -> Result<(), Exhausted> {
        self.candidates = self.candidates.checked_sub(1).ok_or(Exhausted)?;
        self.step()
    }
}
