//! That no execution of a test ends, and who waits.

use crate::program::ThreadId;
use crate::syntax::span::Span;

/// Why no execution counts: none ends, or none passes the filter. What is never reached is then
/// unreachable, and proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endless {
    /// Who waits for ever. Without these waits some execution would end; none where executions end,
    /// and the filter takes all of them.
    pub waits: Vec<Wait>,
    /// Whether each of the waits alone keeps all executions from ending: then the threads wait for each
    /// other, or one after the other.
    pub each: bool,
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
    /// Whether executions end, and the filter takes all of them.
    #[must_use]
    pub const fn by_filter(&self) -> bool {
        self.waits.is_empty()
    }
}
