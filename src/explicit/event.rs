//! Events of an execution, with concrete values.

use crate::program::{LocationId, ThreadId};
use crate::syntax::ast::{Access, Fence, Order, Scope};

/// The most events an execution may have: one bit each in a row of a [`Matrix`](super::matrix::Matrix).
pub const MAX_EVENTS: usize = 128;

/// What one instruction did: an access, or a fence. A read-modify-write is one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The thread; none for the initial write of a location.
    pub thread: Option<ThreadId>,
    /// Index of the instruction in the thread's code; 0 for an initial write.
    pub instruction: usize,
    /// The memory accessed; none for a fence.
    pub location: Option<LocationId>,
    /// The value found there, for reads and read-modify-writes.
    pub read: Option<i64>,
    /// The value left there, for writes and successful read-modify-writes.
    pub written: Option<i64>,
    /// Whether the instruction is an atomic: a failed `cas` is, though it only reads.
    pub locked: bool,
    /// The order of the access; weak for fences.
    pub order: Order,
    /// The scope of the access or fence.
    pub scope: Scope,
    /// Whether the order is one of the remote forms.
    pub remote: bool,
    /// The fence, if it is one.
    pub fence: Option<Fence>,
}

impl Event {
    /// The write that stands for the initial value of a location.
    #[must_use]
    pub const fn initial(location: LocationId, value: i64) -> Self {
        Self {
            thread: None,
            instruction: 0,
            location: Some(location),
            read: None,
            written: Some(value),
            locked: false,
            order: Order::Weak,
            scope: Scope::Sys,
            remote: false,
            fence: None,
        }
    }

    /// An access that has neither read nor written yet.
    #[must_use]
    pub const fn access(
        thread: ThreadId,
        instruction: usize,
        location: LocationId,
        access: Access,
    ) -> Self {
        Self {
            thread: Some(thread),
            instruction,
            location: Some(location),
            read: None,
            written: None,
            locked: false,
            order: access.order,
            scope: access.scope,
            remote: access.remote,
            fence: None,
        }
    }

    /// A fence.
    #[must_use]
    pub const fn fence(thread: ThreadId, instruction: usize, fence: Fence) -> Self {
        let scope = match fence {
            Fence::Sc(scope) | Fence::AcqRel(scope) => scope,
            Fence::Proxy(_) | Fence::Alias | Fence::Hole => Scope::Thread,
        };
        Self {
            thread: Some(thread),
            instruction,
            location: None,
            read: None,
            written: None,
            locked: false,
            order: Order::Weak,
            scope,
            remote: false,
            fence: Some(fence),
        }
    }

    /// Whether it reads.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Whether it writes.
    #[must_use]
    pub const fn is_write(&self) -> bool {
        self.written.is_some()
    }

    /// Whether it accesses memory.
    #[must_use]
    pub const fn is_access(&self) -> bool {
        self.location.is_some()
    }

    /// Whether it is a read that acquires.
    #[must_use]
    pub const fn acquires(&self) -> bool {
        self.is_read() && matches!(self.order, Order::Acquire | Order::AcqRel | Order::Sc)
    }

    /// Whether it is a write that releases; a failed `cas` does not.
    #[must_use]
    pub const fn releases(&self) -> bool {
        self.is_write() && matches!(self.order, Order::Release | Order::AcqRel | Order::Sc)
    }
}
