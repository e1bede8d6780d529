//! All orders of a launch's instructions, by the races of runs (dynamic partial-order reduction: Flanagan and Godefroid,
//! POPL 2005; with source sets: Abdulla, Aronis, Jonsson and Sagonas, POPL 2014; and sleep sets: Godefroid, *Partial-Order
//! Methods*, 1996, chapter 5).
//!
//! A run is followed to its end. Where a step of it and what another thread does next conflict, and nothing says that the
//! step comes first, a run in which it comes later is followed, too, from the moment before that step. What barriers, locks
//! and flags order is so never put in another order, which is why whole warps can be looked at. Threads that poll take no
//! steps that come back to the moment where they were, until somebody writes what they poll: what a run without these
//! steps does is the same.

use std::sync::Arc;

use super::clocks::{Clock, Clocks};
use super::finding::Gap;
use super::forks::Item;
use super::later::{Access, Later, Next, follows, next};
use super::meetings::{bit, members};
use super::reversal::{Moment, Poll, Step, put_off, since};
use super::search::{ROOT, Search};
use super::state::{State, Status};

/// Longer runs are not followed: of each moment of 64 threads it takes 20 kB to know what happened before what.
const LONGEST: usize = 8_000;

/// A run cannot be followed so.
struct GivenUp;

/// A moment to which every run comes back that leaves it, with how many do not wait there, and the moment's number.
type Stuck = Option<(usize, usize, Arc<State>)>;

impl Search<'_, '_> {
    /// Looks at all orders, and says whether that could be done.
    pub(super) fn by_races(&mut self, later: &Later) -> bool {
        if later.gathers || self.machine.setup.threads.len() > 64 {
            return false;
        }
        self.machine.meetings = Some(Vec::new());
        let state = Arc::new(self.first());
        self.start = Some(Arc::clone(&state));
        self.add(&state, ROOT, usize::MAX);
        self.note(ROOT, None);
        let mut stuck = None;
        let all = self.follow(state, &mut stuck).is_ok();
        if let Some((_, node, state)) = stuck
            && self.machine.gaps.iter().all(Gap::only_ends)
        {
            self.waits(&state, node);
        }
        all
    }

    fn follow(&mut self, start: Arc<State>, stuck: &mut Stuck) -> Result<(), GivenUp> {
        let clocks = Clocks::new(start.threads.len());
        let first = self.moment(ROOT, start, clocks)?;
        let mut run = vec![first];
        while let Some(top) = run.last_mut() {
            if self.limits.stop.check().is_err() {
                self.machine.gaps.insert(Gap::Time);
                return Ok(());
            }
            let Some(thread) = top.take() else {
                let ends = top.state.threads.iter().any(|it| self.ending.contains(it));
                if top.ready() != 0 && top.moves() == 0 && !ends {
                    let going = top.state.threads.iter();
                    let going = going.filter(|it| it.status == Status::Exited).count();
                    if stuck.as_ref().is_none_or(|(least, ..)| going < *least) {
                        *stuck = Some((going, top.node, Arc::clone(&top.state)));
                    }
                }
                run.pop();
                if let Some(before) = run.last_mut()
                    && let Some(step) = before.step.take()
                {
                    before.asleep |= bit(step.thread);
                }
                continue;
            };
            self.go_on_with(&mut run, thread)?;
        }
        Ok(())
    }

    /// Takes a step of a thread from the last moment of a run.
    fn go_on_with(&mut self, run: &mut Vec<Moment>, thread: usize) -> Result<(), GivenUp> {
        let at = run.len() - 1;
        let top = &mut run[at];
        let access = top.next[thread].ok_or(GivenUp)?;
        if let Some(meetings) = &mut self.machine.meetings {
            meetings.clear();
        }
        let mut state = (*top.state).clone();
        self.take(&mut state, thread);
        self.note(top.node, Some(thread));
        if state.over {
            return Err(GivenUp);
        }
        let node = top.node;
        let item = Item {
            node,
            state: Arc::clone(&top.state),
            forks: false,
        };
        if let Some(since) = since(run, thread, &state) {
            if run[since..]
                .iter()
                .any(|moment| moment.state.memory != state.memory)
            {
                // Others may notice what it does in its laps.
                return Err(GivenUp);
            }
            let seen = run[since].node;
            self.waits_in(&item, thread, seen);
            self.before[seen].push(node);
            self.join(node, thread, seen);
            let laps = run[since..=at].iter();
            let bytes = laps.filter_map(|moment| moment.next[thread]);
            let bytes = bytes.map(|access| (access.start, access.end)).collect();
            let poll = Poll { thread, bytes };
            if since == at {
                self.put_off(run, thread, access);
                run[at].polls.push(poll);
                return Ok(());
            }
            let state = Arc::clone(&run[since].state);
            return self.come_to(run, (thread, access), (seen, state), Some(poll));
        }
        if self.nodes.len() >= self.limits.states || run.len() >= LONGEST {
            return Err(GivenUp);
        }
        self.parts.share(&mut state);
        let state = Arc::new(state);
        let node = self.nodes.len();
        self.add(&state, item.node, thread);
        self.come_to(run, (thread, access), (node, state), None)
    }

    /// A run comes to a moment by a step.
    fn come_to(
        &mut self,
        run: &mut Vec<Moment>,
        (thread, access): (usize, Access),
        (node, state): (usize, Arc<State>),
        poll: Option<Poll>,
    ) -> Result<(), GivenUp> {
        let at = run.len() - 1;
        let clock = self.put_off(run, thread, access);
        let mut clocks = run[at].clocks.clone();
        clocks.join(thread, &clock);
        for meeting in self.machine.meetings.iter_mut().flatten() {
            clocks.meet(*meeting);
        }
        let mut moment = self.moment(node, state, clocks)?;
        let top = &mut run[at];
        let stays = |other: usize| {
            other != thread && Arc::ptr_eq(&moment.state.threads[other], &top.state.threads[other])
        };
        let mut polls: Vec<Poll> = Vec::new();
        for one in &top.polls {
            let mut bytes = one.bytes.iter();
            let woken = access.writes
                && bytes.any(|&(start, end)| start < access.end && access.start < end);
            if !woken && stays(one.thread) {
                polls.push(one.clone());
            }
        }
        polls.extend(poll);
        let asleep = members(top.asleep).filter(|&other| {
            stays(other) && top.next[other].is_some_and(|next| !next.conflicts(&access))
        });
        let asleep = asleep.fold(0, |all, other| all | bit(other));
        moment.polls = polls;
        moment.asleep = asleep;
        top.done |= bit(thread);
        top.step = Some(Step {
            thread,
            access,
            clock,
        });
        run.push(moment);
        Ok(())
    }

    /// A moment that a run comes to; nothing where some thread does next what cannot be looked at so.
    fn moment(
        &mut self,
        node: usize,
        state: Arc<State>,
        clocks: Clocks,
    ) -> Result<Moment, GivenUp> {
        let mut ahead = Vec::with_capacity(state.threads.len());
        for thread in 0..state.threads.len() {
            if !self.is_ready(&state, thread) {
                ahead.push(None);
                continue;
            }
            if let Some(frame) = state.threads[thread].frame() {
                self.machine.reached.insert((frame.function, frame.at));
            }
            let Some(Next::Access(mut access)) = next(self.machine, &state, thread) else {
                self.ends_all(node, &state, thread)?;
                ahead.push(None);
                continue;
            };
            access.commutes = access.commutes.filter(|_| !self.limits.every_order);
            ahead.push(Some(access));
        }
        Ok(Moment {
            node,
            state,
            clocks,
            next: ahead,
            polls: Vec::new(),
            asleep: 0,
            todo: 0,
            done: 0,
            step: None,
        })
    }

    /// A thread comes to what ends the run: others may still go on before.
    fn ends_all(&mut self, node: usize, state: &State, thread: usize) -> Result<(), GivenUp> {
        let key = Arc::clone(&state.threads[thread]);
        if self.ending.contains(&key) {
            return Ok(());
        }
        if self.machine.forks(state, thread) {
            return Err(GivenUp);
        }
        let mut over = state.clone();
        self.take(&mut over, thread);
        self.note(node, Some(thread));
        if !over.over {
            return Err(GivenUp);
        }
        self.ending.insert(key);
        self.add(&over, node, thread);
        Ok(())
    }

    /// A thread does something at the last moment of a run. Sees to it that runs are followed in which steps that conflict with
    /// it come after it, where nothing else says that they come before; gives what happened before it, with itself.
    fn put_off(&self, run: &mut [Moment], thread: usize, access: Access) -> Clock {
        let last = run.len() - 1;
        let mut clocks = run[last].clocks.clone();
        clocks.step(thread);
        let mut races: Vec<usize> = Vec::new();
        for (at, moment) in run.iter().enumerate().rev() {
            let Some(step) = moment
                .step
                .as_ref()
                .filter(|step| step.access.conflicts(&access))
            else {
                continue;
            };
            let count = moment.clocks.count(step.thread);
            if step.thread != thread
                && !clocks.before((step.thread, count), thread)
                && !follows(self.machine, thread, step.thread)
            {
                races.push(at);
            }
            clocks.join(thread, &step.clock);
        }
        for at in races {
            put_off(run, at, thread, clocks.of(thread));
        }
        clocks.of(thread).clone()
    }
}
