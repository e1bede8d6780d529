//! Choices that no instruction makes: whether a thread is still waiting at a barrier.

use crate::program::events::{EventKind, Place as Target, UnrolledThread};
use crate::program::symbolic::{EventId, FALSE, GuardId, TRUE};
use crate::program::{LocationId, Placement, Program, Thread, ThreadId, Warp};
use crate::syntax::ast::Comparison;
use crate::syntax::span::Span;

use super::emit::Emitter;
use super::event::{STRONG, WHOLE, bare};
use super::graph::What;

impl Emitter<'_> {
    /// Whether others must come to a barrier.
    #[must_use]
    pub fn waits(&self, thread: usize, what: &What) -> bool {
        let What::Meet(meet) = what else {
            return false;
        };
        let party = self.know.party(self.setup, thread, meet.with);
        let others = party.is_some_and(|party| party.len() > 1);
        !meet.arrives && (others || self.know.lacks(self.setup, thread, meet.with))
    }

    /// Something that no instruction decides: when it is so.
    pub fn chance(&mut self, thread: usize, guard: GuardId) -> GuardId {
        self.out
            .events
            .push(bare(Some(thread), guard, EventKind::Choice));
        self.picked()
    }

    /// When the last event returned 1.
    fn picked(&mut self) -> GuardId {
        let id = EventId(self.out.events.len() - 1);
        self.told.push(None);
        let read = self.out.symbolic.read(id);
        let one = self.out.symbolic.constant(1);
        self.out.symbolic.compare(Comparison::Eq, WHOLE, read, one)
    }

    /// A read that returns what it likes, and orders nothing but what it decides: when it returns other than 0. Nobody
    /// else reads from there.
    pub fn choice(&mut self, thread: usize, guard: GuardId, from: LocationId) -> GuardId {
        let place = Target::Fixed(from);
        self.out.events.push(bare(
            Some(thread),
            guard,
            EventKind::Read {
                place,
                access: STRONG,
            },
        ));
        self.picked()
    }

    /// A thread that does nothing but write what choices may read.
    pub fn oracle(&mut self, program: &mut Program, id: LocationId) {
        let at = helper(program);
        let value = self.out.symbolic.constant(1);
        self.out.events.push(bare(
            Some(at),
            TRUE,
            EventKind::Write {
                place: Target::Fixed(id),
                value,
                access: STRONG,
            },
        ));
        self.told.push(None);
        self.out.threads.push(ends());
    }
}

/// A thread of no launch; gives which it is.
pub fn helper(program: &mut Program) -> usize {
    let at = program.threads.len();
    program.threads.push(Thread {
        number: program.threads.last().map_or(0, |last| last.number + 1),
        placement: Placement {
            gpu: 0,
            cta: u32::MAX,
            warp: Warp::Own(ThreadId(at)),
        },
        registers: Vec::new(),
        code: Vec::new(),
        span: Span::default(),
    });
    at
}

/// How a thread of no launch ends: always, and with nothing.
pub const fn ends() -> UnrolledThread {
    UnrolledThread {
        finished: TRUE,
        truncated: FALSE,
        registers: Vec::new(),
    }
}
