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

/// How far an atomic of a lock acquires or releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// It acquires, or releases, at device scope.
    Device,
    /// It acquires, or releases, at block scope.
    Block,
    /// It acquires and releases at block scope, in the block to which the lock belongs.
    Home,
    /// It acquires and releases at device scope from another block, and promotes what the lock's block did at block scope (Orr
    /// et al., "Synchronization Using Remote-Scope Promotion", ASPLOS 2015).
    Remote,
}

impl Scope {
    /// Whether it is of block scope.
    #[must_use]
    pub const fn is_block(self) -> bool {
        match self {
            Self::Block | Self::Home => true,
            Self::Device | Self::Remote => false,
        }
    }

    /// Its name, as logs and litmus tests have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if self.is_block() { "cta" } else { "gpu" }
    }

    /// The order that an atomic has at this scope, as logs and litmus tests name it.
    #[must_use]
    pub const fn order(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (_, Kind::Load | Kind::Store) => "weak",
            (Self::Device | Self::Block, Kind::Acquire) => "acquire",
            (Self::Device | Self::Block, Kind::Release) => "release",
            (Self::Home, Kind::Acquire | Kind::Release) => "acq_rel",
            (Self::Remote, Kind::Acquire | Kind::Release) => "rm_acq_rel",
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
    /// How far an atomic reaches; of a load or store, nothing.
    pub scope: Scope,
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
    /// It has found itself broken: its words.
    Fault(String),
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

    /// Whether it has remote atomics ([`Scope::Remote`]).
    fn has_remote(&self) -> bool {
        false
    }

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
