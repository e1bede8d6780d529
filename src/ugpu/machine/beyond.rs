//! Why the loop bound leaves a question open: who goes on past it.

use std::ops::ControlFlow;

use super::check::Query;
use super::explore::Visitor;
use super::state::State;
use super::steps::{Machine, Move};
use crate::program::ThreadId;
use crate::stop::Open;

/// Looks for a thread that is past the bound although each of its laps changed something; where so many laps were
/// followed that no more matter unless one writes, for one that writes.
pub(super) struct GoingOn<'a, 'b> {
    pub(super) query: &'a Query<'a>,
    pub(super) machine: &'a Machine<'a>,
    pub(super) enough: Option<usize>,
    pub(super) all_laps: bool,
    pub(super) found: &'b mut Option<Open>,
}

impl Visitor for GoingOn<'_, '_> {
    fn end(&mut self, state: &State, _: &[Move]) -> ControlFlow<()> {
        let mut threads = (0..self.machine.paths.len()).map(ThreadId);
        let found = threads.find(|thread| {
            if self.all_laps {
                self.machine.writes_in_a_lap(state, *thread)
            } else {
                self.machine.is_beyond(state, *thread)
            }
        });
        let Some(thread) = found else {
            return ControlFlow::Continue(());
        };
        *self.found = Some(self.say(state, thread));
        ControlFlow::Break(())
    }
}

impl GoingOn<'_, '_> {
    fn say(&self, state: &State, thread: ThreadId) -> Open {
        let (program, bound) = (self.query.program, self.query.bound);
        let known = program.thread(thread);
        let jump = self.machine.paths[thread.0].jump;
        let Some(jump) = known.code.get(jump) else {
            return Open::laps(bound);
        };
        let at = program.source.position(jump.span.start);
        let who = format!(
            "P{} may go on after {bound} laps of the loop that ends at {}:{}",
            known.number, at.line, at.column
        );
        match self.enough.filter(|enough| bound < *enough) {
            Some(enough) => Open::Bound(format!(
                "{who}; --bound {enough} may decide it, as no more laps can matter"
            )),
            None if self.machine.goes_round(state, thread) => Open::Endless(format!(
                "{who}; it can go round in the same way for ever, so no larger --bound decides it"
            )),
            None => Open::Bound(format!("{who}; a larger --bound may decide it")),
        }
    }
}
