//! Whoever goes on from where threads meet because another has exited does so after what decided that it exits: what is
//! written then is not what decided it.
//!
//! Exits order nothing else. A read decides an exit for somebody who would wait where its values lead to different ends:
//! one to an exit, another to where they meet, or to a lap for ever. What a thread looks at on the way, and exits whatever
//! it is, decides nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::program::events::{Dependency, EventKind};
use crate::program::symbolic::{EventId, FALSE, GuardId};

use super::emit::Emitter;
use super::graph::{Node, Stopped, What};
use super::laps::Here as Place;
use super::meetings::Meeting;
use super::progress::Progress;
use super::ways::Here;

/// A place where threads meet, and how often they did there before.
type Time = (Meeting, u32);

/// What decided that threads exit, and what others can see of what is done behind a meeting.
#[derive(Debug, Default)]
pub struct Exits {
    /// For each thread, the reads that branches up to its exit looked at, each with when.
    decided: BTreeMap<usize, BTreeMap<EventId, GuardId>>,
    /// For each thread and round, the reads whose values lead to different ends.
    decisive: BTreeMap<(usize, Time), BTreeSet<EventId>>,
    /// What is written behind meetings.
    behind: Vec<Behind>,
}

/// A write.
#[derive(Debug)]
struct Behind {
    event: EventId,
    thread: usize,
    /// How often its thread met others before.
    rounds: Arc<BTreeMap<Meeting, u32>>,
}

/// How a thread can go on, as seen by somebody who waits for it at a round: bits.
mod ends {
    /// It exits, and has not come.
    pub const EXITS: u8 = 1;
    /// It comes.
    pub const COMES: u8 = 2;
    /// It stays in a lap for ever.
    pub const STAYS: u8 = 4;
    /// It stops otherwise, or is followed no further.
    pub const OTHER: u8 = 8;
}

impl Emitter<'_> {
    /// A thread exits here.
    pub fn exit(&mut self, thread: usize, node: &Node, here: &Here, guard: GuardId) {
        let mut decided = self.exits.decided.remove(&thread).unwrap_or_default();
        self.decide(&mut decided, node, here, guard);
        self.exits.decided.insert(thread, decided);
    }

    /// Remembers which of the events that were made since there were so many write behind a meeting.
    pub fn behind(&mut self, first: usize, thread: usize, rounds: &Arc<BTreeMap<Meeting, u32>>) {
        if rounds.keys().all(|with| !with.spares()) {
            return;
        }
        for (at, event) in self.out.events.iter().enumerate().skip(first) {
            if let EventKind::Write { .. } | EventKind::ReadWrite { .. } = event.kind {
                self.exits.behind.push(Behind {
                    event: EventId(at),
                    thread,
                    rounds: Arc::clone(rounds),
                });
            }
        }
    }

    /// Finds the reads that decide whether a thread exits or comes, once all threads are made into events.
    pub fn weigh(&mut self, threads: &[Progress]) {
        if self.exits.behind.is_empty() {
            return;
        }
        let rounds = self.know.rounds().filter(|(with, _, _)| with.spares());
        let times: BTreeSet<Time> = rounds
            .map(|(with, round, _)| (with, round.before))
            .collect();
        for time in times {
            for progress in threads {
                if self.exits.decided.contains_key(&progress.thread) {
                    let reads = decisive(progress, time);
                    self.exits.decisive.insert((progress.thread, time), reads);
                }
            }
        }
    }

    /// What is written behind a meeting at which somebody was not waited for, who had exited, depends on what decided
    /// that.
    pub fn depend_on_exits(&mut self) {
        let exits = std::mem::take(&mut self.exits);
        for write in &exits.behind {
            let mut on: BTreeMap<EventId, GuardId> = BTreeMap::new();
            for time in spared(&write.rounds) {
                for other in time.0.group(self.setup, write.thread) {
                    if other != write.thread {
                        self.decided_exit(&exits, other, time, &mut on);
                    }
                }
            }
            let on = on.into_iter().map(|(on, when)| Dependency { on, when });
            self.out.events[write.event.0].ctrl.extend(on);
        }
    }

    /// When a thread comes to a place where threads meet for so many times before.
    pub fn comes(&mut self, thread: usize, (with, before): Time) -> GuardId {
        let names: Vec<i64> = self.know.names(with, before).collect();
        names.into_iter().fold(FALSE, |any, name| {
            let comes = self.coming(name, thread);
            self.out.symbolic.or(any, comes)
        })
    }

    /// Adds what decided that a thread exits and does not come to a round, each read with when.
    fn decided_exit(
        &mut self,
        exits: &Exits,
        thread: usize,
        time: Time,
        on: &mut BTreeMap<EventId, GuardId>,
    ) {
        let decisive = exits.decisive.get(&(thread, time));
        let Some((decided, decisive)) = exits.decided.get(&thread).zip(decisive) else {
            return;
        };
        let comes = self.comes(thread, time);
        let absent = self.out.symbolic.not(comes);
        for (&read, &when) in decided.iter().filter(|(read, _)| decisive.contains(read)) {
            let when = self.out.symbolic.and(when, absent);
            if when != FALSE {
                let known = on.get(&read).copied().unwrap_or(FALSE);
                on.insert(read, self.out.symbolic.or(known, when));
            }
        }
    }
}

/// The rounds that a thread has behind it, at which who has exited is not waited for.
fn spared(rounds: &BTreeMap<Meeting, u32>) -> impl Iterator<Item = Time> {
    let spared = rounds.iter().filter(|(with, _)| with.spares());
    spared.flat_map(|(&with, &count)| (0..count).map(move |round| (with, round)))
}

/// The reads of a thread whose values lead to different ends.
fn decisive(progress: &Progress, time: Time) -> BTreeSet<EventId> {
    // Ways only lead forward.
    let mut ends = vec![0; progress.steps.len()];
    let mut found = BTreeSet::new();
    for (at, step) in progress.steps.iter().enumerate().rev() {
        let node = match step.node {
            Place::Node(node) => &progress.graph.nodes[node],
            Place::Beyond => {
                ends[at] = ends::OTHER;
                continue;
            }
            Place::Round(_) => {
                ends[at] = ends::STAYS;
                continue;
            }
        };
        let ways: Vec<u8> = step
            .ways
            .iter()
            .map(|to| to.map_or(ends::STAYS, |to| ends[to]))
            .collect();
        ends[at] = match &node.what {
            What::Stop {
                how: Stopped::Exited,
                ..
            } => ends::EXITS,
            What::Stop { .. } => ends::OTHER,
            What::Meet(meet) if (meet.with, meet.round.before) == time => ends::COMES,
            What::Read { .. }
            | What::Write { .. }
            | What::Update { .. }
            | What::Fence { .. }
            | What::Meet(_)
            | What::Gather(_)
            | What::Choose => ways.iter().fold(0, |all, way| all | way),
        };
        if node.what.read().is_some() && ways.windows(2).any(|two| two[0] != two[1]) {
            found.extend(progress.events[at]);
        }
    }
    found
}
