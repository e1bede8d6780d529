//! What an event of a log is.

use super::{Scope, Word};

/// What an event does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write; one that wrote nothing is a compare-and-swap that failed.
    Rmw,
    /// A fence.
    Fence,
    /// An arrival at a barrier.
    Barrier,
    /// A store of the thread leaves its buffer.
    WriteBack,
}

/// How an access or fence is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Order {
    /// An ordinary access.
    Weak,
    /// `relaxed`.
    Relaxed,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcqRel,
    /// `sc`.
    Sc,
    /// `rm_acquire`.
    RmAcquire,
    /// `rm_release`.
    RmRelease,
    /// `rm_acq_rel`.
    RmAcqRel,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Weak,
        Self::Relaxed,
        Self::Acquire,
        Self::Release,
        Self::AcqRel,
        Self::Sc,
        Self::RmAcquire,
        Self::RmRelease,
        Self::RmAcqRel,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weak => "weak",
            Self::Relaxed => "relaxed",
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::AcqRel => "acq_rel",
            Self::Sc => "sc",
            Self::RmAcquire => "rm_acquire",
            Self::RmRelease => "rm_release",
            Self::RmAcqRel => "rm_acq_rel",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Whether a read of this order acquires.
    #[must_use]
    pub const fn acquires(self) -> bool {
        match self {
            Self::Acquire | Self::AcqRel | Self::Sc | Self::RmAcquire | Self::RmAcqRel => true,
            Self::Weak | Self::Relaxed | Self::Release | Self::RmRelease => false,
        }
    }

    /// Whether a write of this order releases.
    #[must_use]
    pub const fn releases(self) -> bool {
        match self {
            Self::Release | Self::AcqRel | Self::Sc | Self::RmRelease | Self::RmAcqRel => true,
            Self::Weak | Self::Relaxed | Self::Acquire | Self::RmAcquire => false,
        }
    }
}

/// The scopes, from the narrowest, with their names and synonyms.
pub const SCOPES: [(Scope, &[&str]); 5] = [
    (Scope::Thread, &["thread", "wi"]),
    (Scope::Warp, &["warp", "wv", "wave"]),
    (Scope::Cta, &["cta", "wg"]),
    (Scope::Gpu, &["gpu", "cmp", "agent", "gl"]),
    (Scope::Sys, &["sys"]),
];

/// An order and a scope in one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode(u8);

impl Mode {
    /// Of an order and a scope.
    #[must_use]
    pub fn new(order: Order, scope: Scope) -> Self {
        let place = SCOPES.iter().zip(0..).find(|((one, _), _)| *one == scope);
        Self(order as u8 * 8 + place.map_or(0, |(_, place)| place))
    }

    /// The order.
    #[must_use]
    pub fn order(self) -> Order {
        let at = usize::from(self.0 / 8);
        Order::ALL.get(at).copied().unwrap_or(Order::Weak)
    }

    /// The scope.
    #[must_use]
    pub fn scope(self) -> Scope {
        let at = usize::from(self.0 % 8);
        SCOPES.get(at).map_or(Scope::Gpu, |(scope, _)| *scope)
    }
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// What it read.
    pub read: Word,
    /// What it wrote.
    pub wrote: Word,
    /// The location, or the barrier.
    pub place: u32,
    /// Who did it.
    pub thread: u16,
    /// What it does.
    pub op: Op,
    /// Order and scope.
    pub mode: Mode,
}

impl Event {
    /// Whether it accesses memory.
    #[must_use]
    pub const fn is_access(&self) -> bool {
        match self.op {
            Op::Load | Op::Store | Op::Rmw => true,
            Op::Fence | Op::Barrier | Op::WriteBack => false,
        }
    }

    /// Whether it reads.
    #[must_use]
    pub const fn reads(&self) -> bool {
        self.is_access() && self.read.is_some()
    }

    /// Whether it writes.
    #[must_use]
    pub const fn writes(&self) -> bool {
        self.is_access() && self.wrote.is_some()
    }
}

/// The kinds of dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depends {
    /// The address.
    Addr,
    /// The value.
    Data,
    /// Whether it is done at all.
    Ctrl,
}

impl Depends {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Addr => "addr",
            Self::Data => "data",
            Self::Ctrl => "ctrl",
        }
    }

    /// All of them.
    pub const ALL: [Self; 3] = [Self::Addr, Self::Data, Self::Ctrl];
}
