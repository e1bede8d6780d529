//! All that happened in a run: for its log, its history, and to make it smaller.

use super::device::Kind;
use super::rights::Action;

/// An access of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Happened {
    /// The thread.
    pub thread: u32,
    /// What it did.
    pub kind: Kind,
    /// Its variable, or its lock.
    pub place: u32,
    /// Whether an atomic is of block scope.
    pub block: bool,
    /// What it stored.
    pub wrote: u32,
    /// What it returned.
    pub read: Option<u32>,
    /// When it was taken.
    pub start: u64,
    /// When it was answered, if it was.
    pub end: Option<u64>,
    /// The episode.
    pub episode: u32,
    /// Which access of the episode.
    pub action: u32,
}

/// An episode of a run, in the order in which they were made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Episode {
    /// The thread.
    pub thread: u32,
    /// The lock.
    pub lock: u32,
    /// Its loads and stores.
    pub actions: Vec<Action>,
}

/// What happened, in the order in which requests were taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// The accesses.
    pub accesses: Vec<Happened>,
    /// The episodes.
    pub episodes: Vec<Episode>,
}
