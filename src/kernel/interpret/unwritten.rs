//! Bytes that nobody wrote, where they decide what a thread does.
//!
//! Such a byte is unknown, but always the same (PTX ISA, *Initialization*). What is followed is 0: what other values lead to
//! is not known, unless it is the same.

use std::sync::Arc;

use crate::ptx::family::Family;
use crate::ptx::operation::Operation;

use super::finding::Gap;
use super::machine::Machine;
use super::state::{FREE, State, Status, Taint, Thread};

/// So far two ways are followed to see whether they come together.
const AHEAD: usize = 64;

impl<'a> Machine<'a> {
    /// A value decides what a thread does; of one that nobody wrote only 0 is followed.
    pub fn unwritten(&mut self, state: &State, thread: usize, taint: Taint) {
        if taint & FREE != 0
            && let Some(frame) = state.threads[thread].frame()
        {
            self.gaps.insert(Gap::Unwritten(frame.function, frame.at));
        }
    }

    /// The same of a guard, unless the ways with and without its instruction come together before they do anything.
    pub fn unwritten_guard(&mut self, state: &State, thread: usize, taint: Taint) {
        if taint & FREE != 0 && !self.rejoins(state, thread) {
            self.unwritten(state, thread, taint);
        }
    }

    fn rejoins(&mut self, state: &State, thread: usize) -> bool {
        let kept = (self.gaps.clone(), self.found.clone());
        let flags = (self.decided, self.dependent);
        let unspecified = self.unspecified.clone();
        let with = self.ahead(state, thread, true);
        let without = self.ahead(state, thread, false);
        (self.gaps, self.found) = kept;
        (self.decided, self.dependent) = flags;
        self.unspecified = unspecified;
        with.iter().any(|one| without.contains(one))
    }

    /// Where a thread comes to, with its next instruction or without it, before it does what others notice.
    fn ahead(&mut self, state: &State, thread: usize, with: bool) -> Vec<Arc<Thread>> {
        let mut state = state.clone();
        let mut found = Vec::new();
        if with {
            let Some(operation) = self.quiet(&state, thread) else {
                return found;
            };
            self.perform(&mut state, thread, operation);
        } else {
            Self::go_on(&mut state, thread);
        }
        while found.len() < AHEAD {
            let mut here = Arc::clone(&state.threads[thread]);
            self.forget(Arc::make_mut(&mut here));
            found.push(here);
            let guard = self.instruction(&state.threads[thread]);
            let guard = guard.and_then(|one| one.guard);
            let guard = guard.map_or(0, |(register, _)| {
                state.threads[thread].register(register).taint
            });
            let stays = state.over || state.threads[thread].status != Status::Ready;
            if stays || guard & FREE != 0 || self.quiet(&state, thread).is_none() {
                break;
            }
            self.step(&mut state, thread);
        }
        found
    }

    /// A thread's next instruction, where nobody but the thread notices it.
    fn quiet(&self, state: &State, thread: usize) -> Option<&'a Operation> {
        let operation = &self.instruction(&state.threads[thread])?.operation;
        match operation.family() {
            Family::Local | Family::Jump | Family::Leave => Some(operation),
            Family::Memory
            | Family::Fence
            | Family::Barrier
            | Family::Warp
            | Family::Active
            | Family::Call
            | Family::Trap
            | Family::Refused => None,
        }
    }
}
