//! Why the loop bound leaves a question open: who goes on past it, and whether in the same way for ever.

use crate::execution::concrete::{Executed, Execution};
use crate::program::ThreadId;
use crate::program::events::{Turn, Unrolled};
use crate::program::unroll::{IdleLaps, unroll_laps};
use crate::sat::session::Answer;
use crate::stop::Open;

use super::candidate::frame::Frame;
use super::check::Query;
use super::encoding::Encoding;
use super::witness::extract;

impl Query<'_> {
    /// What is said where some execution goes on past the bound: the same question, of events that tell
    /// laps apart.
    pub(super) fn past_the_bound(&self) -> Open {
        // A search that asks thousands of questions wants no words.
        let told = self.options.confirm.then(|| self.goes_round()).flatten();
        told.unwrap_or_else(|| Open::laps(self.options.bound))
    }

    fn goes_round(&self) -> Option<Open> {
        // What a kernel became is events: it has no code that could be unrolled again.
        let mut code = self.program.threads.iter().map(|thread| &thread.code);
        let jumps = code.any(|code| code.iter().any(|one| one.target().is_some()));
        if !jumps {
            return None;
        }
        let limits = self.limits();
        let (bound, stop) = (self.options.bound, &limits.stop);
        let unrolled = unroll_laps(self.program, bound, IdleLaps::Told, stop).ok()?;
        let (options, thin_air) = (self.model.definition.options, self.model.thin_air);
        let frame = Frame::new(self.program, &unrolled, options, thin_air, stop);
        let encoding = Encoding::on(frame, self.model);
        let question = "goes on past the loop bound";
        let found = self.solve(&encoding, &[encoding.truncated], question, &limits);
        let Answer::Sat(assignment) = found else {
            return None;
        };
        let execution = extract(&encoding.frame, &assignment);
        let run = Run {
            unrolled: &unrolled,
            execution: &execution,
        };
        let threads = (0..unrolled.threads.len()).map(ThreadId);
        let mut rounds = threads.filter_map(|thread| run.round(thread));
        let turn = rounds.next()?;
        let thread = self.program.thread(turn.thread);
        let at = self
            .program
            .source
            .position(thread.code[turn.jump].span.start);
        Some(Open::Endless(format!(
            "P{} may go on after {bound} laps of the loop that ends at {}:{}, whose laps do the same again and \
             again; no larger --bound decides it",
            thread.number, at.line, at.column
        )))
    }
}

struct Run<'a> {
    unrolled: &'a Unrolled,
    execution: &'a Execution,
}

impl Run<'_> {
    /// The lap with which a thread goes past the bound, if it leaves no register to the next and did what
    /// the lap before it did.
    fn round(&self, thread: ThreadId) -> Option<&Turn> {
        let holds = |guard| {
            let read = |event| self.execution.read(event);
            self.unrolled.symbolic.holds(guard, &read)
        };
        let taken = |turn: &&Turn| turn.thread == thread && holds(turn.taken);
        let turns: Vec<&Turn> = self.unrolled.turns.iter().filter(taken).collect();
        let last = *turns.last().filter(|turn| turn.beyond)?;
        let mut earlier = turns.iter().rev().skip(1);
        let before = earlier.find(|turn| turn.jump == last.jump)?;
        let same = last.lasting.is_empty() && self.done(before) == self.done(last);
        same.then_some(last)
    }

    /// What is done in a lap: instructions with places and values.
    fn done(&self, turn: &Turn) -> Vec<(usize, Executed)> {
        let seen = turn.seen.iter().filter_map(|seen| {
            let executed = self.execution.events.get(&seen.on)?;
            Some((self.unrolled.events[seen.on.0].instruction, *executed))
        });
        seen.collect()
    }
}
