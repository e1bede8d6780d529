//! All that happened in a run: for its log, its history, and to make it smaller.

use super::device::{Kind, Scope};
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
    /// How far an atomic reaches.
    pub scope: Scope,
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
    /// The lock that it acquires.
    pub lock: u32,
    /// The lock that it releases: another one in `chain` mode only.
    pub release: u32,
    /// Its loads and stores.
    pub actions: Vec<Action>,
    /// The moment when it was made, counted in episodes that were made or were over.
    pub begun: u32,
    /// The moment when it was over, if it was.
    pub over: Option<u32>,
}

/// What happened, in the order in which requests were taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// The accesses.
    pub accesses: Vec<Happened>,
    /// The episodes.
    pub episodes: Vec<Episode>,
}
