//! What a run found, as plain data.

use crate::stop::Open;

use super::coverage::Coverage;
use super::device::Broken;
use super::record::Record;

/// An access: who, and when it was answered (a store: when it was taken).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The thread.
    pub thread: u32,
    /// The episode, counted over all threads.
    pub episode: u32,
    /// Which access of the episode: 0 is the acquire.
    pub action: u32,
    /// The device's clock.
    pub clock: u64,
}

/// What an access was to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A variable.
    Variable(u32),
    /// A lock.
    Lock(u32),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A load returned another value than the last one stored.
    Value {
        /// The variable.
        variable: u32,
        /// The load.
        reader: Access,
        /// What it returned.
        read: u32,
        /// The last store, if there was one.
        writer: Option<Access>,
        /// What it should have returned.
        expected: u32,
    },
    /// An atomic returned what another one had returned, or what cannot have been there.
    Atomic {
        /// The lock.
        lock: u32,
        /// The atomic.
        access: Access,
        /// What it returned.
        read: u32,
        /// The one that returned the same before; nothing if none did, or if that is too long ago to tell which.
        other: Option<Access>,
        /// So many atomics of the lock were offered so far.
        offered: u32,
        /// So many were answered before it was offered: it comes after them.
        before: u32,
    },
    /// A response that answers nothing, or not as it should.
    Protocol {
        /// What is wrong with it.
        text: String,
    },
    /// The device says that it is broken.
    Fault {
        /// Its words.
        text: String,
    },
    /// A request is not answered.
    Deadlock {
        /// The request; its clock is when it was first offered.
        access: Access,
        /// What it is to.
        place: Place,
        /// Whether the device has taken it.
        taken: bool,
        /// Whether nothing at all can move.
        quiet: bool,
    },
}

impl Finding {
    /// Its kind, in one word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Value { .. } => "value",
            Self::Atomic { .. } => "atomic",
            Self::Protocol { .. } => "protocol",
            Self::Fault { .. } => "fault",
            Self::Deadlock { .. } => "deadlock",
        }
    }

    /// Its name in a sentence.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Value { .. } => "value inconsistency",
            Self::Atomic { .. } => "atomic inconsistency",
            Self::Protocol { .. } => "protocol error",
            Self::Fault { .. } => "fault",
            Self::Deadlock { .. } => "deadlock",
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// All episodes ran, and all variables were read back.
    Consistent,
    /// Something is wrong.
    Inconsistent(Finding),
    /// It was stopped before.
    Unknown(Open),
    /// It was asked to stop after so many accesses.
    Until(u64),
    /// The device cannot do what it was asked.
    Refused(String),
    /// The device is gone, or silent.
    Lost(String),
    /// The device says what means nothing, or is not what the run needs.
    Malformed(String),
}

impl From<Broken> for End {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Lost(text) => Self::Lost(text),
            Broken::Malformed(text) => Self::Malformed(text),
            Broken::Fault(text) => Self::Inconsistent(Finding::Fault { text }),
            Broken::Stopped(open) => Self::Unknown(open),
        }
    }
}

/// A run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Accesses that were answered.
    pub accesses: u64,
    /// Episodes that were begun, those that read back included.
    pub episodes: u32,
    /// Actions that were dropped, as no variable was free for them.
    pub dropped: u64,
    /// The device's clock at the end.
    pub steps: u64,
    /// Transitions taken.
    pub coverage: Coverage,
    /// All that happened, if it was asked for.
    pub record: Option<Record>,
}
