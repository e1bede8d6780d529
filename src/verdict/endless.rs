//! That no execution of a test ends, and who waits.

use crate::program::ThreadId;
use crate::syntax::span::Span;

/// Why no execution counts: none ends, none passes the filter, or the model allows none. What is never reached is then
/// unreachable, and proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endless {
    /// Why, in a word.
    pub cause: Cause,
    /// Who waits for ever: in one of the executions, or else waits and accesses without which some execution would count.
    pub waits: Vec<Wait>,
    /// Accesses at addresses that are those of no locations.
    pub strays: Vec<Stray>,
    /// Whether each of them alone keeps all executions from counting: then the threads wait for each
    /// other, or one after the other.
    pub each: bool,
    /// Whether the waits are those of one of the executions.
    pub shown: bool,
}

/// Why no execution counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Threads wait for ever, or access what is no location's.
    Threads,
    /// Executions end, and the filter takes all of them.
    Filter,
    /// The model allows none, whatever the threads wait for.
    Model,
}

/// An access whose address is not that of a location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// The thread.
    pub thread: ThreadId,
    /// The access.
    pub span: Span,
    /// What the register holds that is its address, where nothing writes it.
    pub held: Option<i64>,
}

/// Where a thread waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// The thread.
    pub thread: ThreadId,
    /// The barrier, or the jump back to the start of the loop.
    pub span: Span,
    /// What the loop reads again and again; nothing at a barrier.
    pub reads: Vec<Span>,
}

impl Endless {
    /// That none counts whatever the threads do.
    #[must_use]
    pub const fn by(cause: Cause) -> Self {
        Self {
            cause,
            waits: Vec::new(),
            strays: Vec::new(),
            each: false,
            shown: false,
        }
    }
}
