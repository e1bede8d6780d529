//! What is tested: something that takes requests and answers them.

use crate::stop::Open;

use super::coverage::Coverage;

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Loads a word.
    Load,
    /// Stores a word.
    Store,
    /// Adds 1 to a word and returns what it was; acquires.
    Acquire,
    /// Adds 1 to a word and returns what it was; releases.
    Release,
}

impl Kind {
    /// Whether it is a read-modify-write.
    #[must_use]
    pub const fn is_atomic(self) -> bool {
        match self {
            Self::Acquire | Self::Release => true,
            Self::Load | Self::Store => false,
        }
    }
}

/// A request of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// What the answer will be known by.
    pub tag: u32,
    /// Who asks.
    pub thread: u32,
    /// What it does.
    pub kind: Kind,
    /// The word.
    pub word: u32,
    /// What is stored.
    pub value: u32,
    /// Whether an atomic is of block scope, and not of device scope.
    pub block: bool,
}

/// What a device says to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// It will be answered.
    Taken,
    /// Not now: it has to be offered again.
    Stalled,
    /// Never, and why.
    Refused(String),
    /// It cannot be talked to any more.
    Broken(Broken),
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Response {
    /// The request's tag.
    pub tag: u32,
    /// What was read; of a store, nothing.
    pub value: Option<u32>,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Something moved.
    Moved,
    /// Nothing can move.
    Quiet,
    /// The device is broken, and says so.
    Fault(String),
    /// It cannot be talked to any more.
    Broken(Broken),
}

/// Why a device cannot be talked to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// It is gone, or silent.
    Lost(String),
    /// It says what means nothing, or is not what the run needs.
    Malformed(String),
    /// The run was stopped while it was waited for.
    Stopped(Open),
}

/// A memory system.
pub trait Device {
    /// Offers a request.
    fn offer(&mut self, request: &Request) -> Offer;

    /// How many of its messages could move now: a step of the whole is one of them, or of a thread.
    fn ready(&self) -> u32;

    /// Makes one step, and adds its answers.
    fn advance(&mut self, answers: &mut Vec<Response>) -> Step;

    /// The steps so far.
    fn clock(&self) -> u64;

    /// The transitions taken so far.
    fn coverage(&self) -> &Coverage;

    /// Whether it keeps what a thread asks for after an acquire behind it, and a release behind all that it asked for before. A
    /// thread does not wait then for its acquire, nor for its loads before it releases.
    fn keeps_order(&self) -> bool {
        false
    }

    /// The run is over: the device tells what it has not told yet.
    ///
    /// # Errors
    ///
    /// It cannot be talked to.
    fn finish(&mut self) -> Result<(), Broken> {
        Ok(())
    }
}
