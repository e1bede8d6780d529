//! An unrolled program: guarded events with their dependencies.

use crate::syntax::ast::{Access, Fence, Type};
use crate::syntax::span::Span;

use super::apart::Apart;
use super::symbolic::{EventId, GuardId, Symbolic, ValueId};
use super::types::{LocationId, RegisterId, ThreadId};

/// A program as guarded events.
#[derive(Debug, Clone)]
pub struct Unrolled {
    /// All events: the initial writes (one for each memory), then each thread's, in an order
    /// that program order respects.
    pub events: Vec<Event>,
    /// The expressions that guards and values refer to.
    pub symbolic: Symbolic,
    /// One for each thread.
    pub threads: Vec<UnrolledThread>,
    /// The backward jumps that may be taken, in the order in which threads come to them.
    pub turns: Vec<Turn>,
    /// Events of which no execution has both, where that is known.
    pub apart: Apart,
}

/// A backward jump of the unrolled code: the end of a lap.
#[derive(Debug, Clone)]
pub struct Turn {
    /// Whose.
    pub thread: ThreadId,
    /// The index of the jump's instruction in the thread's code.
    pub jump: usize,
    /// When it is taken.
    pub taken: GuardId,
    /// When something was written since control last came to where it goes, or control never
    /// did; given that it is taken.
    pub wrote: GuardId,
    /// The registers that the lap leaves to the next.
    pub lasting: Vec<RegisterId>,
    /// It is a lap too many: who takes it is past the loop bound.
    pub beyond: bool,
    /// The events of the lap, where they are asked for ([`IdleLaps::Told`](super::unroll::IdleLaps::Told),
    /// [`IdleLaps::All`](super::unroll::IdleLaps::All)); each with when it belongs to the lap, given
    /// that it is executed.
    pub seen: Vec<Dependency>,
    /// The reads that some branch up to here depends on.
    pub decides: Vec<Dependency>,
}

/// A lap that wrote nothing and leaves no register to the next: who has taken it may take it again and again.
#[derive(Debug, Clone)]
pub struct Spin {
    /// Whose.
    pub thread: ThreadId,
    /// The index of the jump's instruction in the thread's code.
    pub jump: usize,
    /// When it is taken.
    pub taken: GuardId,
    /// The events of the lap; each with when it belongs to the lap, given that it is executed.
    pub seen: Vec<Dependency>,
    /// How many events there were before: those of the thread that come after it have no smaller number.
    pub after: usize,
    /// How many laps there were before, of all threads.
    pub turn: usize,
}

/// How a thread ends.
#[derive(Debug, Clone)]
pub struct UnrolledThread {
    /// When it runs to its end.
    pub finished: GuardId,
    /// When it reaches the loop bound instead.
    pub truncated: GuardId,
    /// What its registers hold at the end.
    pub registers: Vec<ValueId>,
}

/// One event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its thread; none for the initial writes.
    pub thread: Option<ThreadId>,
    /// The index of its instruction in the thread's code.
    pub instruction: usize,
    /// Where it is written.
    pub span: Span,
    /// The access that it is an element of: those of one access are in no order among themselves.
    pub element_of: Option<usize>,
    /// When it is executed.
    pub guard: GuardId,
    /// What it does.
    pub kind: EventKind,
    /// The reads its address is computed from.
    pub addr: Vec<Dependency>,
    /// The reads its value is computed from.
    pub data: Vec<Dependency>,
    /// The reads that decide a branch before it.
    pub ctrl: Vec<Dependency>,
}

/// A dependency on a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependency {
    /// The read.
    pub on: EventId,
    /// When there is one, given that both events are executed.
    pub when: GuardId,
}

/// Where an access goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A known location.
    Fixed(LocationId),
    /// The location whose address this value is.
    Computed(ValueId),
}

/// What an event does.
#[derive(Debug, Clone)]
pub enum EventKind {
    /// The initial write of a memory.
    Initial {
        /// The memory, by its physical location.
        location: LocationId,
        /// The initial value.
        value: i64,
    },
    /// A read.
    Read {
        /// Where.
        place: Place,
        /// How.
        access: Access,
    },
    /// A write.
    Write {
        /// Where.
        place: Place,
        /// What.
        value: ValueId,
        /// How.
        access: Access,
    },
    /// A read and, where it succeeds, a write, in one step.
    ReadWrite {
        /// Where.
        place: Place,
        /// What it writes.
        value: ValueId,
        /// When it writes, given that it is executed.
        success: GuardId,
        /// Whether what it writes depends on what it reads.
        uses_old: bool,
        /// How.
        access: Access,
    },
    /// A fence.
    Fence(Fence),
    /// A barrier.
    Barrier {
        /// Does not wait.
        arrive: bool,
        /// The logical barrier.
        id: ValueId,
        /// The barrier resource.
        barrier: ValueId,
        /// How many threads must come.
        quorum: Option<ValueId>,
    },
    /// A value that no instruction makes, 0 or 1: it accesses nothing, orders nothing, and no model speaks of it.
    Choice,
}

impl Event {
    /// The type it reads at, if it reads.
    #[must_use]
    pub const fn read_type(&self) -> Option<Type> {
        match self.kind {
            EventKind::Read { access, .. } | EventKind::ReadWrite { access, .. } => Some(access.ty),
            EventKind::Initial { .. }
            | EventKind::Write { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        }
    }

    /// Whether expressions can name what it returns.
    #[must_use]
    pub const fn returns(&self) -> bool {
        self.read_type().is_some() || matches!(self.kind, EventKind::Choice)
    }

    /// Where it accesses memory and how, if it does.
    #[must_use]
    pub fn memory(&self) -> Option<(Place, Access)> {
        match self.kind {
            EventKind::Read { place, access }
            | EventKind::Write { place, access, .. }
            | EventKind::ReadWrite { place, access, .. } => Some((place, access)),
            EventKind::Initial { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        }
    }

    /// How it accesses memory, if it does, to be changed.
    pub const fn access_mut(&mut self) -> Option<&mut Access> {
        match &mut self.kind {
            EventKind::Read { access, .. }
            | EventKind::Write { access, .. }
            | EventKind::ReadWrite { access, .. } => Some(access),
            EventKind::Initial { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        }
    }

    /// What it accesses, or is the initial write of.
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        match self.kind {
            EventKind::Initial { location, .. } => Some(Place::Fixed(location)),
            EventKind::Read { place, .. }
            | EventKind::Write { place, .. }
            | EventKind::ReadWrite { place, .. } => Some(place),
            EventKind::Fence(_) | EventKind::Barrier { .. } | EventKind::Choice => None,
        }
    }
}
