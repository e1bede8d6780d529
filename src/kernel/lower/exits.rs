//! Whoever goes on from where threads meet because another has exited does so after what decided that it exits: what is
//! written then is not what decided it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::events::{Dependency, EventKind};
use crate::program::symbolic::{EventId, FALSE, GuardId};

use super::emit::Emitter;
use super::graph::Node;
use super::meetings::Meeting;
use super::ways::Here;

/// What decided that threads exit, and what others can see of what is done behind a meeting.
#[derive(Debug, Default)]
pub struct Exits {
    /// For each thread, the reads that decided that it exits, each with when.
    decided: BTreeMap<usize, BTreeMap<EventId, GuardId>>,
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

impl Emitter<'_> {
    /// A thread exits here.
    pub fn exit(&mut self, thread: usize, node: &Node, here: &Here, guard: GuardId) {
        let guards = Self::dependencies(here, node.guard);
        for (read, when) in here.decided.clone().into_iter().chain(guards) {
            let when = self.out.symbolic.and(when, guard);
            let decided = self.exits.decided.entry(thread).or_default();
            let known = decided.get(&read).copied().unwrap_or(FALSE);
            decided.insert(read, self.out.symbolic.or(known, when));
        }
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

    /// What is written behind a meeting at which somebody was not waited for, who had exited, depends on what decided
    /// that.
    pub fn depend_on_exits(&mut self) {
        let exits = std::mem::take(&mut self.exits);
        for Behind {
            event,
            thread,
            rounds,
        } in exits.behind
        {
            let met = rounds.iter().filter(|(with, _)| with.spares());
            let names = met.flat_map(|(&with, &count)| (0..count).map(move |round| (with, round)));
            for (with, round) in names {
                let name = self.know.name(with, round);
                for other in with.group(self.setup, thread) {
                    let decided = exits.decided.get(&other).filter(|_| other != thread);
                    let said = self.said.get(&(name, other));
                    let comes = said.and_then(|said| said.comes).unwrap_or(FALSE);
                    let absent = self.out.symbolic.not(comes);
                    for (&on, &when) in decided.into_iter().flatten() {
                        let when = self.out.symbolic.and(when, absent);
                        let ctrl = &mut self.out.events[event.0].ctrl;
                        ctrl.push(Dependency { on, when });
                    }
                }
            }
        }
    }
}
