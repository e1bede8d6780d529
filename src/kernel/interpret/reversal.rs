//! The run that is followed, moment by moment, and what is still to be put off in it ([`super::races`]).

use std::sync::Arc;

use super::clocks::{Clock, Clocks};
use super::later::Access;
use super::meetings::{bit, members};
use super::state::State;

/// What is between two moments of a run.
pub struct Step {
    pub thread: usize,
    pub access: Access,
    /// What happened before it, and itself.
    pub clock: Clock,
}

/// A thread that polls: what it reads in a lap.
#[derive(Clone)]
pub struct Poll {
    pub thread: usize,
    pub bytes: Vec<(u64, u64)>,
}

/// A moment of the run that is followed.
pub struct Moment {
    pub node: usize,
    pub state: Arc<State>,
    pub clocks: Clocks,
    /// What each thread does next, which can go on.
    pub next: Vec<Option<Access>>,
    pub polls: Vec<Poll>,
    /// Threads whose next steps make no run from here that was not looked at.
    pub asleep: u64,
    /// Those to go on with.
    pub todo: u64,
    /// Those that were gone on with.
    pub done: u64,
    /// The step from here that the run takes.
    pub step: Option<Step>,
}

impl Moment {
    pub fn polling(&self) -> u64 {
        self.polls
            .iter()
            .fold(0, |all, poll| all | bit(poll.thread))
    }

    pub fn ready(&self) -> u64 {
        let ready = self.next.iter().enumerate();
        ready.fold(0, |all, (thread, next)| {
            all | next.map_or(0, |_| bit(thread))
        })
    }

    /// Threads that can take a step which leads elsewhere, as far as is known.
    pub fn moves(&self) -> u64 {
        self.ready() & !self.polling()
    }

    /// The next to go on with.
    pub fn take(&mut self) -> Option<usize> {
        let left = |moment: &Self| moment.todo & moment.moves() & !moment.done & !moment.asleep;
        if left(self) == 0 && self.done == 0 {
            let first = self.moves() & !self.asleep;
            self.todo |= first & first.wrapping_neg();
        }
        members(left(self)).next()
    }
}

/// Sees to it that a run is followed in which the step from a moment comes after what a thread does at the last one, before
/// which happened what its clock says.
pub fn put_off(run: &mut [Moment], at: usize, thread: usize, clock: &Clock) {
    let (before, last) = (&run[at], &run[run.len() - 1]);
    let idle = last.clocks.count(thread) == before.clocks.count(thread);
    if idle && before.polling() & bit(thread) != 0 {
        // It would read what it reads over and over.
        return;
    }
    let mut firsts = 0;
    for (one, &count) in clock.iter().enumerate() {
        if count <= before.clocks.count(one) {
            continue;
        }
        let mut after = run[at..].iter().filter_map(|moment| moment.step.as_ref());
        let first = after.find(|step| step.thread == one);
        let alone = first.is_some_and(|step| {
            let mut past = step.clock.iter().enumerate();
            past.all(|(other, &steps)| other == one || steps <= before.clocks.count(other))
        });
        // The step that is put off is one of these, but not to come first.
        if alone && before.step.as_ref().is_none_or(|step| step.thread != one) {
            firsts |= bit(one);
        }
    }
    if firsts == 0 {
        firsts = bit(thread);
    }
    let moment = &mut run[at];
    if firsts & (moment.todo | moment.done) != 0 {
        return;
    }
    let can = firsts & moment.moves();
    moment.todo |= if can == 0 {
        moment.moves()
    } else {
        can & can.wrapping_neg()
    };
}

/// The moment of a run since which only a thread has taken steps, and that is the same as another.
pub fn since(run: &[Moment], thread: usize, state: &State) -> Option<usize> {
    let last = run.len() - 1;
    let mut at = last;
    loop {
        if *run[at].state == *state {
            return Some(at);
        }
        at = at.checked_sub(1)?;
        if run[at]
            .step
            .as_ref()
            .is_none_or(|step| step.thread != thread)
        {
            return None;
        }
    }
}
