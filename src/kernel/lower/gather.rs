//! Lanes that ask which lanes are active.
//!
//! `activemask` gives those that happen to be at the instruction together (PTX ISA, *activemask*), and no program can
//! know which will be. So a lane chooses with whom it is there, and the choice stands where the others choose the same:
//! each of them as often as the others, and after as many meetings of all of them. That a meeting is in one moment
//! is said of each by itself: several that cross, and what a lane reads of another before it meets it, may still
//! contradict. There are then more executions than the machine has, so that what holds holds, and what only a model's execution
//! violates is possible, unless lanes that are alone do so too.

use std::sync::Arc;

use crate::kernel::interpret::finding::Gap;
use crate::kernel::interpret::machine::Machine;
use crate::kernel::interpret::state::{State, Value};
use crate::program::LocationId;
use crate::program::events::Dependency;
use crate::program::symbolic::{EventId, FALSE};
use crate::ptx::operation::Operation;
use crate::ptx::types::Type;

use super::cells::{Age, Datum};
use super::emit::Emitter;
use super::fixpoint::Threads;
use super::graph::{Edge, Node, Note, What};
use super::meetings::{Meeting, Round};
use super::walk::{Moment, Past, Walk};
use super::ways::Here;

/// Of more lanes than this it is not looked at which are active: the sets are too many.
const GATHERED: usize = 5;

impl Walk<'_, '_> {
    /// With whom a lane can be active: first with nobody, then with all sets of others that can come there so.
    pub fn come_together(&mut self, node: &mut Node, state: &State, past: &Past) {
        let setup = self.machine.setup;
        let it = setup.threads[self.thread];
        let (function, index) = node.place;
        let at = (function, index, state.threads[self.thread].frames.len());
        let alone = |thread: usize| Meeting::Active {
            warp: it.warp(),
            at,
            mask: 1 << setup.threads[thread].lane(),
            after: 0,
        };
        let comes = Some(Datum::new(0, 0));
        let name = self.know.meeting(alone(self.thread), Round::of(0));
        self.know.say(name, self.thread, comes, Age::default());
        let mut others = self.warp();
        others.retain(|&one| {
            let name = self.know.name(alone(one), Round::of(0));
            one != self.thread && self.know.said.contains_key(&(name, one))
        });
        if others.len() >= GATHERED {
            let lanes = others.len() + 1;
            let why = format!(
                "which of {lanes} lanes are active: at most {GATHERED} in executions that are no interleavings"
            );
            let gap = Gap::Refused(function, index, why);
            node.notes.push(Note::Gap(gap));
            self.over(node);
            return;
        }
        let mut groups = Vec::new();
        for set in 0_usize..1 << others.len() {
            let with: Vec<usize> = others
                .iter()
                .enumerate()
                .filter(|(index, _)| set >> index & 1 == 1)
                .map(|(_, &one)| one)
                .collect();
            let lanes = with.iter().map(|&one| setup.threads[one].lane());
            let mask = lanes.fold(1_u64 << it.lane(), |all, lane| all | 1 << lane);
            let group = |after| Meeting::Active {
                warp: it.warp(),
                at,
                mask,
                after,
            };
            let met = past.rounds.iter();
            let met = met.filter(|(other, _)| other.includes(&group(0)));
            let meeting = group(met.map(|(_, count)| *count).sum());
            let round = past.round(meeting);
            if !with.is_empty() {
                let name = self.know.meeting(meeting, round);
                self.know.say(name, self.thread, comes, Age::default());
                let mut with = with.iter();
                if !with.all(|&other| self.know.said.contains_key(&(name, other))) {
                    continue;
                }
            }
            groups.push((meeting, round));
        }
        node.what = What::Gather(groups);
    }

    /// The ways on from there: one for each group.
    pub fn gathered(
        &mut self,
        at: usize,
        moment: &Moment,
        past: &Past,
        groups: &[(Meeting, Round)],
    ) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (group, round) in groups {
            let mut state = self.state(moment);
            let mut past = past.clone();
            let (Operation::ActiveMask { dst }, Meeting::Active { mask, .. }) =
                (self.operation(&state), *group)
            else {
                continue;
            };
            if mask.count_ones() > 1 {
                past.rounds.insert(*group, round.before + 1);
            }
            let it = Arc::make_mut(&mut state.threads[self.thread]);
            self.machine.set(it, dst, Value::known(mask), Type::B32);
            Machine::go_on(&mut state, self.thread);
            edges.push(self.arrive(state, past, at, None));
        }
        edges
    }
}

impl Threads {
    /// Whether some lane asks which lanes are active, and there can be others.
    #[must_use]
    pub fn gathers(&self) -> bool {
        let mut nodes = self.graphs.iter().flat_map(|graph| &graph.nodes);
        nodes.any(|node| matches!(&node.what, What::Gather(groups) if groups.len() > 1))
    }

    /// The same where each lane that asks is alone, and no value decides that is not known.
    #[must_use]
    pub fn apart(&self) -> Self {
        let mut threads = self.clone();
        for node in threads.graphs.iter_mut().flat_map(|graph| &mut graph.nodes) {
            if let What::Gather(groups) = &mut node.what {
                // The first is of nobody else.
                groups.truncate(1);
                node.edges.truncate(1);
            }
            if matches!(node.what, What::Choose) {
                node.edges.clear();
            }
        }
        threads
    }
}

/// A choice of a lane to be active with others.
#[derive(Debug, Clone, Copy)]
pub struct Gathered {
    read: EventId,
    /// The location that is read: nobody else reads from there.
    pub from: LocationId,
    thread: usize,
    with: Meeting,
    name: i64,
}

impl Emitter<'_> {
    /// Lets a lane choose with whom it is active.
    pub fn gather(
        &mut self,
        thread: usize,
        node: &Node,
        here: &mut Here,
        groups: &[(Meeting, Round)],
    ) {
        let guard = here.guard.unwrap_or(FALSE);
        let mut rest = guard;
        let before = here.clone();
        let mut chosen = vec![FALSE; groups.len()];
        for (at, &(with, round)) in groups.iter().enumerate().skip(1) {
            let from = LocationId(self.free);
            self.free += 1;
            self.initial(from, 0);
            let read = EventId(self.out.events.len());
            let picks = self.choice(thread, guard, from);
            let symbolic = &mut self.out.symbolic;
            let this = symbolic.and(rest, picks);
            let not = symbolic.not(picks);
            rest = symbolic.and(rest, not);
            chosen[at] = this;
            here.decided.insert(read, guard);
            let name = self.know.name(with, round);
            let mut said = self.said.remove(&(name, thread)).unwrap_or_default();
            let symbolic = &mut self.out.symbolic;
            let comes = symbolic.or(said.comes.unwrap_or(FALSE), this);
            said.comes = Some(comes);
            said.goes = Some(comes);
            said.waits = true;
            self.decide(&mut said.decided, node, &before, this);
            self.said.insert((name, thread), said);
            self.gathers.push(Gathered {
                read,
                from,
                thread,
                with,
                name,
            });
        }
        if let Some(alone) = chosen.first_mut() {
            *alone = rest;
        }
        here.chosen = chosen;
    }

    /// That a lane is active with others comes from what decided that they are there; that a thread does not wait for
    /// another, from what decided that it exits.
    pub fn depend_on_others(&mut self) {
        for one in std::mem::take(&mut self.gathers) {
            for other in one.with.group(self.setup, one.thread) {
                let said = self.said.get(&(one.name, other));
                let decided = said
                    .filter(|_| other != one.thread)
                    .map(|said| &said.decided);
                let on = decided.into_iter().flatten();
                let on = on.map(|(&on, &when)| Dependency { on, when });
                self.out.events[one.read.0].ctrl.extend(on);
            }
        }
        self.depend_on_exits();
    }
}
