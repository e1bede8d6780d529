//! Runs in which threads wait, for a while or for ever.

use std::collections::{BTreeMap, BTreeSet};

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::lower::after::before;
use crate::kernel::lower::end::{AHEAD, EXITED, OVER};
use crate::kernel::lower::graph::What;
use crate::kernel::lower::lowered::{Came, END, Joint, Lowered};
use crate::kernel::lower::meetings::Meeting;
use crate::program::Condition;

use super::parties::{Group, waiting};
use super::weak::{Said, Weak, here, is, register};

impl Weak<'_> {
    /// Whether some run blocks a thread for ever.
    #[must_use]
    pub fn blocked(&self) -> Said {
        self.demanded(&self.stuck, &self.stops())
    }

    /// No thread can go on, and one has not exited.
    #[must_use]
    pub fn stops(&self) -> Demand {
        let lowered = &self.stuck;
        let threads = 0..self.setup.threads.len();
        let not = |condition| Condition::Not(Box::new(condition), here());
        let mut ends: Vec<Condition> = Vec::new();
        for thread in threads.clone() {
            ends.push(not(is(register(thread, END), OVER)));
            let before = before(self.setup, thread).into_iter();
            let mut cases: Vec<Condition> = before
                .map(|one| not(is(register(one, END), EXITED)))
                .collect();
            if !cases.is_empty() {
                cases.push(not(is(register(thread, END), AHEAD)));
                ends.push(Condition::Or(cases, here()));
            }
        }
        ends.push(not(self.complete()));
        ends.push(self.possible(lowered));
        let mut parts = vec![Demand::Ends(Condition::And(ends, here()))];
        for spun in &lowered.spun {
            if let Some(reads) = &spun.reads {
                let goes = not(is(register(spun.thread, spun.stays), 1));
                parts.push(Demand::Any(vec![
                    Demand::Ends(goes),
                    Demand::Still(reads.clone()),
                ]));
            }
        }
        for (with, _, name) in lowered.know.rounds() {
            let groups = self.groups(with, |thread| waiting(lowered, thread, name));
            let laps = |thread: usize| -> Vec<usize> {
                let all = lowered.joint.iter().enumerate();
                let its = all.filter(|(_, lap)| lap.name == name && lap.threads.contains(&thread));
                its.map(|(at, _)| at).collect()
            };
            let parted = groups.into_iter().flat_map(Group::parts);
            for (laps, group) in parted.flat_map(|group| group.by(laps)) {
                let missing = self.missing(with, name, &group);
                let mut cases = vec![Demand::Ends(not(group.any())), Demand::Ends(missing)];
                cases.extend(
                    laps.iter()
                        .map(|&lap| Self::stay(lowered, &lowered.joint[lap])),
                );
                parts.push(Demand::Any(cases));
            }
        }
        Demand::All(parts)
    }

    /// Threads do a lap together for ever.
    fn stay(lowered: &Lowered, lap: &Joint) -> Demand {
        let (thread, at) = lap.says;
        let mut parts = vec![is(register(thread, at), 1)];
        for &one in &lap.threads {
            let mut cases = vec![is(register(one, END), EXITED)];
            cases.extend(waiting(lowered, one, lap.name));
            parts.push(Condition::Or(cases, here()));
        }
        Demand::All(vec![
            Demand::Ends(Condition::And(parts, here())),
            Demand::Still(lap.reads.clone()),
        ])
    }

    /// Whether what all threads that stay in laps read is known to stay.
    #[must_use]
    pub fn stays(&self, execution: &Execution) -> bool {
        let mut unclear = self.stuck.spun.iter().filter(|spun| spun.reads.is_none());
        unclear.all(|spun| execution.registers[spun.thread][spun.stays] != 1)
    }

    /// Two threads of a block wait in a round of an aligned barrier at different instructions; nothing where there are no
    /// such instructions. Whoever only arrives does so at another.
    #[must_use]
    pub fn apart(&self) -> Option<Demand> {
        let lowered = &self.stuck;
        let mut cases = Vec::new();
        let mut rounds: BTreeMap<i64, Vec<(&Came, usize)>> = BTreeMap::new();
        for (came, &at) in &lowered.came {
            rounds.entry(came.name).or_default().push((came, at));
        }
        for (one, &first) in &lowered.came {
            for &(other, second) in &rounds[&one.name] {
                let block = |thread: usize| self.setup.threads[thread].block;
                if one.thread < other.thread
                    && block(one.thread) == block(other.thread)
                    && one.place != other.place
                    && (one.aligned || other.aligned)
                    && one.waits
                    && other.waits
                    && one.place.is_some()
                    && other.place.is_some()
                {
                    cases.push(Condition::And(
                        vec![
                            is(register(one.thread, first), 1),
                            is(register(other.thread, second), 1),
                        ],
                        here(),
                    ));
                }
            }
        }
        if cases.is_empty() {
            return None;
        }
        let possible = self.possible(lowered);
        let both = vec![possible, Condition::Or(cases, here())];
        Some(Demand::Ends(Condition::And(both, here())))
    }

    /// Whether some barrier goes on with any so many of those who come.
    #[must_use]
    pub fn counts(&self) -> bool {
        let parties = self.stuck.know.parties.iter();
        let count = |with: &Meeting| with.count().unwrap_or(0);
        parties
            .map(|((_, with), party)| (count(with), party.len() as u64))
            .any(|(count, party)| count < party)
    }

    /// Whether some thread comes more than once to a barrier with a number, and does not always wait there.
    #[must_use]
    pub fn arrives_again(&self) -> bool {
        self.threads.graphs.iter().any(|graph| {
            let mut rounds: BTreeMap<Meeting, (bool, BTreeSet<u32>)> = BTreeMap::new();
            for node in &graph.nodes {
                if let What::Meet(meet) = &node.what
                    && meet.with.count().is_some()
                {
                    let (arrives, seen) = rounds.entry(meet.with).or_default();
                    *arrives |= meet.arrives;
                    seen.insert(meet.round.before);
                }
            }
            let mut all = rounds.values();
            all.any(|(arrives, seen)| *arrives && seen.len() > 1)
        })
    }

    /// Whether a barrier is used with several numbers of threads, or with one and also without. Such threads meet; the events are
    /// of several barriers.
    #[must_use]
    pub fn mixes(&self) -> bool {
        let know = &self.stuck.know;
        know.parties.keys().any(|(block, with)| {
            let Meeting::Barrier { id, .. } = *with else {
                return false;
            };
            let is_other = |one: &Meeting| {
                one != with && matches!(one, Meeting::Barrier { id: at, .. } if *at == id)
            };
            let plain = Meeting::Barrier { id, count: None };
            let mut parties = know.parties.keys();
            parties.any(|(at, one)| at == block && is_other(one))
                || know.meetings.keys().any(|(one, _)| *one == plain)
        })
    }
}
