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
    /// Events of paths that are held at once.
    kept: usize,
}

/// The clock is read once in so many steps.
const TICKS_PER_LOOK: u32 = 1024;

/// The most events of paths that are held at once: some 500 MB. Loops whose values feed themselves make more of them with each round.
const MOST_KEPT: usize = 3_000_000;

impl Budget {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            candidates: limits.candidates,
            stop: limits.stop.clone(),
            ticks: 0,
            kept: 0,
        }
    }

    /// Accounts for so many events that are held in memory.
    ///
    /// # Errors
    /// When there are too many.
    pub fn keep(&mut self, events: usize) -> Result<(), Exhausted> {
        self.kept = self.kept.saturating_add(events);
        if self.kept > MOST_KEPT {
            return Err(Exhausted);
        }
        Ok(())
    }

    /// Nothing of what was accounted for is held any more.
    pub fn forget(&mut self) {
        self.kept = 0;
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
