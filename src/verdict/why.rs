//! Why two accesses race, as plain data.

use crate::program::edit::{AccessEdit, FenceEdit};
use crate::program::symbolic::EventId;

/// Why nothing orders two accesses, and what would.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Why {
    /// What is missing between them, in the execution that shows the race.
    pub missing: Vec<Missing>,
    /// Changes of the program that the model was asked about, the cheapest first.
    pub repairs: Vec<Repair>,
    /// Whether the search for repairs stopped at a limit before it was done.
    pub limited: bool,
}

/// A synchronization that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// What is wrong.
    pub fault: Fault,
    /// The operation that it is wrong with.
    pub at: EventId,
    /// The one of another thread that it should synchronize with.
    pub with: EventId,
}

/// What keeps an operation from synchronizing with one of another thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// It is not atomic, and the other is.
    Plain,
    /// It does not release.
    NoRelease,
    /// It does not acquire.
    NoAcquire,
    /// Its scope does not include the other's thread.
    Narrow,
    /// The scopes include each other's thread, but are not the same, as the model asks.
    Differs,
    /// Every pair on the way synchronizes, but the model does not chain them.
    Chain,
    /// It reads before the other has written, and nothing makes the thread wait.
    Early,
    /// It is weak, so that only a synchronization could order it.
    Weak,
    /// It reaches memory by another path, or under another name.
    Path,
    /// Nothing of the one's thread after it meets anything of the other's thread before it.
    Nothing,
}

impl Fault {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::NoRelease => "no-release",
            Self::NoAcquire => "no-acquire",
            Self::Narrow => "narrow-scope",
            Self::Differs => "different-scopes",
            Self::Chain => "no-chain",
            Self::Early => "too-early",
            Self::Weak => "weak",
            Self::Path => "other-path",
            Self::Nothing => "nothing",
        }
    }
}

/// A change of the program, and what the model said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The changes, in the order of the threads.
    pub edits: Vec<AccessEdit>,
    /// Fences that are put in, or that get a wider scope.
    pub fences: Vec<FenceEdit>,
    /// A race that remains with them; none if the program is race-free then.
    pub remaining: Option<(EventId, EventId)>,
}

impl Repair {
    /// Whether it leaves no race at all.
    #[must_use]
    pub const fn race_free(&self) -> bool {
        self.remaining.is_none()
    }
}
