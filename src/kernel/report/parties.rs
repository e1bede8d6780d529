//! Who meets whom. Of those that meet at a place each waits for all others. Where they are many, what is asked of a thread
//! and each of the others is asked of all of them at once: it grows as their number, and not as its square. Where they are few, pairs
//! are the easier question.

use std::collections::BTreeMap;

use crate::axiomatic::demand::Demand;
use crate::kernel::lower::end::EXITED;
use crate::kernel::lower::lowered::{Came, END, Lowered};
use crate::kernel::lower::meetings::Meeting;
use crate::program::Condition;

use super::weak::{Said, Weak, here, is, register};

/// So many pairs are few.
const FEW: usize = 64;

/// Threads that wait for the same ones.
pub(super) struct Group {
    /// For whom: they are among these. For nobody, where any so many will do.
    pub party: Vec<usize>,
    /// The threads, and of each what is said.
    pub says: Vec<(usize, Condition)>,
}

impl Group {
    /// Those that are asked together: few of them each by itself.
    pub(super) fn parts(self) -> Vec<Self> {
        if self.says.len() * self.party.len() > FEW {
            return vec![self];
        }
        let alone = |(thread, says)| Self {
            party: self
                .party
                .iter()
                .copied()
                .filter(|one| *one != thread)
                .collect(),
            says: vec![(thread, says)],
        };
        self.says.into_iter().map(alone).collect()
    }

    /// Those of whom the same is so.
    pub(super) fn by<K: Ord>(self, key: impl Fn(usize) -> K) -> Vec<(K, Self)> {
        let mut parts: BTreeMap<K, Vec<(usize, Condition)>> = BTreeMap::new();
        for (thread, says) in self.says {
            let part = parts.entry(key(thread)).or_default();
            part.push((thread, says));
        }
        let party = self.party;
        let with = |(key, says)| {
            let party = party.clone();
            (key, Self { party, says })
        };
        parts.into_iter().map(with).collect()
    }

    /// One of them does what is said.
    pub(super) fn any(&self) -> Condition {
        match &*self.says {
            [(_, says)] => says.clone(),
            all => Condition::Or(all.iter().map(|(_, says)| says.clone()).collect(), here()),
        }
    }
}

impl Weak<'_> {
    /// The threads of which something is said, by whom they meet.
    pub(super) fn groups(
        &self,
        with: Meeting,
        says: impl Fn(usize) -> Option<Condition>,
    ) -> Vec<Group> {
        let mut groups: BTreeMap<Vec<usize>, Vec<(usize, Condition)>> = BTreeMap::new();
        for thread in 0..self.setup.threads.len() {
            if let Some(said) = says(thread) {
                let party = self.stuck.know.party(self.setup, thread, with);
                let group = groups.entry(party.unwrap_or_default()).or_default();
                group.push((thread, said));
            }
        }
        let groups = groups.into_iter();
        groups.map(|(party, says)| Group { party, says }).collect()
    }

    /// Whoever goes on from where threads meet has met all who must come and have not exited. That whoever goes on
    /// has come itself need not be said, and may be.
    #[must_use]
    pub fn possible(&self, lowered: &Lowered) -> Condition {
        let mut parts = Vec::new();
        for (with, _, name) in lowered.know.rounds() {
            let groups = self.groups(with, |thread| passed(lowered, thread, name, true));
            for group in groups.into_iter().flat_map(Group::parts) {
                let nobody = Condition::Not(Box::new(group.any()), here());
                let come = group.party.iter().map(|&other| {
                    let mut cases = Vec::new();
                    if with.spares() {
                        cases.push(is(register(other, END), EXITED));
                    }
                    cases.extend(passed(lowered, other, name, false));
                    cases
                });
                if let [_] = *group.says {
                    parts.extend(come.map(|come| {
                        let cases = std::iter::once(nobody.clone()).chain(come);
                        Condition::Or(cases.collect(), here())
                    }));
                    continue;
                }
                let come = come.map(|cases| Condition::Or(cases, here()));
                let come = Condition::And(come.collect(), here());
                parts.push(Condition::Or(vec![nobody, come], here()));
            }
        }
        Condition::And(parts, here())
    }

    /// Somebody for whom threads of a group wait never comes. One that waits has come itself.
    pub(super) fn missing(&self, with: Meeting, name: i64, group: &Group) -> Condition {
        let lowered = &self.stuck;
        let mut threads = group.says.iter().map(|(thread, _)| *thread);
        if threads.any(|thread| lowered.know.lacks(self.setup, thread, with)) {
            return Condition::Literal(true, here());
        }
        let not = |condition| Condition::Not(Box::new(condition), here());
        let missing = group.party.iter().map(|&other| {
            let mut never = Vec::new();
            if with.spares() {
                never.push(not(is(register(other, END), EXITED)));
            }
            let comes = [
                passed(lowered, other, name, false),
                waiting(lowered, other, name),
            ];
            never.extend(comes.into_iter().flatten().map(not));
            Condition::And(never, here())
        });
        Condition::Or(missing.collect(), here())
    }

    /// Whether lanes of a warp can wait for each other at different instructions, and where one waits. A thread waits at
    /// one place only: that somebody waits elsewhere is said of the others and of itself.
    #[must_use]
    pub fn unmatched(&self) -> Option<(Said, (usize, usize))> {
        let lowered = &self.stuck;
        let mut cases = Vec::new();
        let mut place = None;
        let lanes = |with: &Meeting| match with {
            Meeting::Lanes { at, .. } => Some((at.0, at.1)),
            Meeting::Barrier { .. } | Meeting::Active { .. } => None,
        };
        let rounds: Vec<(Meeting, i64, (usize, usize))> = lowered
            .know
            .rounds()
            .filter_map(|(with, _, name)| Some((with, name, lanes(&with)?)))
            .collect();
        for &(with, name, at) in &rounds {
            for group in self.groups(with, |thread| waiting(lowered, thread, name)) {
                let elsewhere = || rounds.iter().filter(|(one, ..)| *one != with);
                let there = group.party.iter().flat_map(|&other| {
                    let there =
                        elsewhere().filter_map(move |(_, name, _)| waiting(lowered, other, *name));
                    there.map(move |there| (other, there))
                });
                let there: Vec<(usize, Condition)> = there.collect();
                let apart = |thread: usize| there.iter().any(|(other, _)| *other != thread);
                if group.says.iter().any(|(thread, _)| apart(*thread)) {
                    let there = there.into_iter().map(|(_, there)| there).collect();
                    let both = vec![group.any(), Condition::Or(there, here())];
                    cases.push(Condition::And(both, here()));
                    place.get_or_insert(at);
                }
            }
        }
        let place = place?;
        let demand = Demand::All(vec![
            Demand::Ends(Condition::Or(cases, here())),
            self.stops(),
        ]);
        Some((self.wrongs(&demand), place))
    }
}

/// A thread goes on from a round of a barrier, perhaps only where it waits there.
fn passed(lowered: &Lowered, thread: usize, name: i64, waits: bool) -> Option<Condition> {
    let these = comings(lowered, thread, name)
        .filter(|(came, _)| came.place.is_some() && (came.waits || !waits));
    let cases: Vec<Condition> = these.map(|(_, &at)| is(register(thread, at), 1)).collect();
    (!cases.is_empty()).then(|| Condition::Or(cases, here()))
}

/// A thread waits there: at an instruction of whichever kind.
pub(super) fn waiting(lowered: &Lowered, thread: usize, name: i64) -> Option<Condition> {
    let these = comings(lowered, thread, name).filter(|(came, _)| came.place.is_none());
    let mut cases: Vec<Condition> = these.map(|(_, &at)| is(register(thread, at), 1)).collect();
    match cases.len() {
        0 | 1 => cases.pop(),
        _ => Some(Condition::Or(cases, here())),
    }
}

/// How a thread comes to a round of a barrier, each with the register that says so.
fn comings(lowered: &Lowered, thread: usize, name: i64) -> impl Iterator<Item = (&Came, &usize)> {
    let first = Came {
        thread,
        name,
        place: None,
        aligned: false,
        waits: false,
    };
    let from = lowered.came.range(first..);
    from.take_while(move |(came, _)| (came.thread, came.name) == (thread, name))
}
