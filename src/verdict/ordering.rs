//! Orderings of the program that a reason can name.

use crate::model::relation::base::BaseSet;
use crate::program::symbolic::EventId;

/// An ordering of the program that a reason can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ordering {
    /// A fence (or barrier) orders what is around it.
    Fence(EventId),
    /// An access acquires, releases and so on.
    Role(Role, EventId),
    /// An address, data or control dependency.
    Dependency(DependencyKind, EventId, EventId),
    /// Two accesses of one thread, in program order.
    Program(EventId, EventId),
}

/// What an access does beyond reading or writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It acquires: `ACQ`.
    Acquire,
    /// It releases: `REL`.
    Release,
    /// It is sequentially consistent: `SC`.
    Sc,
    /// It promotes the scopes of others: `REMOTE`.
    Remote,
}

impl Role {
    /// The role that membership in a base set is.
    #[must_use]
    pub const fn of(set: BaseSet) -> Option<Self> {
        match set {
            BaseSet::Acquire => Some(Self::Acquire),
            BaseSet::Release => Some(Self::Release),
            BaseSet::Sc => Some(Self::Sc),
            BaseSet::Remote => Some(Self::Remote),
            _ => None,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::Sc => "sc",
            Self::Remote => "remote",
        }
    }
}

/// The kind of a dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DependencyKind {
    /// Address.
    Addr,
    /// Data.
    Data,
    /// Control.
    Ctrl,
}
