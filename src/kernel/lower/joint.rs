//! Laps that threads do together, from one round of a meeting to a later one from which all go on where they went on
//! before: an execution without such a lap ends the same.
//!
//! What a lap has read, and the threads have told each other, is not looked at any more once they go on to the next:
//! so laps are alike that found different things.

use std::collections::BTreeMap;

use crate::axiomatic::demand::Lasting;
use crate::program::symbolic::{FALSE, GuardId, TRUE};

use super::emit::Emitter;
use super::end::number;
use super::lowered::Joint;
use super::meetings::{Meeting, Round};
use super::said::Said;

/// A lap of a group of threads, with when they do it.
struct Lap {
    with: Meeting,
    /// How often they met there before, at both rounds.
    rounds: (u32, u32),
    /// The numbers of both rounds.
    names: (i64, i64),
    threads: Vec<usize>,
    when: GuardId,
}

impl Emitter<'_> {
    /// Leaves out executions in which threads do laps together that change nothing, and those in which somebody goes
    /// on for whom others have not come.
    pub fn leave_out(&mut self, exits: &[GuardId]) {
        self.waited_for(exits);
        let laps = self.laps();
        for lap in &laps {
            let goes = self.goes(lap.names.1, &lap.threads);
            if self.look.idle == 0 {
                let never = self.out.symbolic.and(lap.when, goes);
                self.never(&lap.threads, never);
                if self.look.stuck {
                    self.keep(lap);
                }
                continue;
            }
            // One lap is looked at, not two.
            let again = laps
                .iter()
                .filter(|next| next.threads == lap.threads && next.names.0 == lap.names.1);
            for next in again {
                let twice = self.out.symbolic.and(lap.when, next.when);
                let goes = self.goes(next.names.1, &next.threads);
                let never = self.out.symbolic.and(twice, goes);
                self.never(&lap.threads, never);
            }
        }
    }

    fn never(&mut self, threads: &[usize], when: GuardId) {
        let not = self.out.symbolic.not(when);
        for &thread in threads {
            self.only(thread, not);
        }
    }

    /// A thread ends, or goes beyond the bound, only so.
    fn only(&mut self, thread: usize, when: GuardId) {
        let it = &mut self.out.threads[thread];
        it.finished = self.out.symbolic.and(it.finished, when);
        it.truncated = self.out.symbolic.and(it.truncated, when);
    }

    /// Whether somebody goes on from a round.
    fn goes(&mut self, name: i64, threads: &[usize]) -> GuardId {
        let mut any = FALSE;
        for &thread in threads {
            let said = self.said.get(&(name, thread));
            let goes = said.and_then(|said| said.goes).unwrap_or(FALSE);
            any = self.out.symbolic.or(any, goes);
        }
        any
    }

    /// Whoever goes on from where threads meet has met all who must come and have not exited.
    fn waited_for(&mut self, exits: &[GuardId]) {
        let rounds: Vec<(Meeting, Round, i64)> = self.know.rounds().collect();
        for &(with, round, name) in &rounds {
            for thread in 0..self.setup.threads.len() {
                let said = self.said.get(&(name, thread));
                let Some(goes) = said.filter(|said| said.waits).and_then(|said| said.goes) else {
                    continue;
                };
                let party = self.know.party(self.setup, thread, with);
                for other in party.into_iter().flatten().filter(|one| *one != thread) {
                    let mut fine = self.coming(name, other);
                    if with.spares() {
                        // Who comes there at another time, as others count them, is waited for in vain.
                        let elsewhen = self.comes(other, (with, round.before));
                        let absent = self.out.symbolic.not(elsewhen);
                        let mut spared = self.out.symbolic.and(exits[other], absent);
                        if spared != FALSE {
                            let time = (thread, with, round.before);
                            let before = self.before_exit(&rounds, time, other);
                            let before = self.out.symbolic.not(before);
                            spared = self.out.symbolic.and(spared, before);
                        }
                        fine = self.out.symbolic.or(fine, spared);
                    }
                    let not = self.out.symbolic.not(goes);
                    let fine = self.out.symbolic.or(not, fine);
                    self.only(thread, fine);
                }
            }
        }
    }

    /// When a thread, before it exits, waits somewhere for another who comes there behind a round: that round is not
    /// complete because the first has exited.
    fn before_exit(
        &mut self,
        rounds: &[(Meeting, Round, i64)],
        (thread, with, before): (usize, Meeting, u32),
        exiting: usize,
    ) -> GuardId {
        let mut any = FALSE;
        // Who comes to a later round of the same place has come to this one.
        let elsewhere = rounds.iter().filter(|(other, ..)| *other != with);
        for (_, _, name) in elsewhere.filter(|(other, ..)| other.spares()) {
            let (said, symbolic) = (&self.said, &mut self.out.symbolic);
            let behind = said.get(&(*name, thread)).map(|said| &said.behind[..]);
            let is_behind = |met: &BTreeMap<Meeting, u32>| met.get(&with) > Some(&before);
            let behind = behind.unwrap_or_default().iter();
            for (_, comes) in behind.filter(|(met, _)| is_behind(met)) {
                let waits = said.get(&(*name, exiting)).filter(|said| said.waits);
                let goes = waits.and_then(|said| said.goes).unwrap_or(FALSE);
                let both = symbolic.and(goes, *comes);
                any = symbolic.or(any, both);
            }
        }
        any
    }

    /// All laps that threads can do together.
    fn laps(&mut self) -> Vec<Lap> {
        let mut rounds: BTreeMap<Meeting, Vec<(u32, i64)>> = BTreeMap::new();
        for (with, round, name) in self.know.rounds() {
            if round != Round::ANY && with.count().is_none() {
                rounds.entry(with).or_default().push((round.before, name));
            }
        }
        let mut found = Vec::new();
        let threads = 0..self.setup.threads.len();
        let watches: Vec<bool> = threads
            .map(|thread| self.know.watches(self.setup, thread))
            .collect();
        let blocks: Vec<usize> = self
            .setup
            .blocks
            .iter()
            .map(|one| one.threads.start)
            .collect();
        for (with, names) in rounds {
            for &first in &blocks {
                let threads = with.group(self.setup, first);
                for (at, &(from, before)) in names.iter().enumerate() {
                    for &(to, name) in names[at + 1..].iter().filter(|(to, _)| *to > from) {
                        let when = self.same(&threads, &watches, (before, name));
                        if when != FALSE {
                            found.push(Lap {
                                with,
                                rounds: (from, to),
                                names: (before, name),
                                threads: threads.clone(),
                                when,
                            });
                        }
                    }
                }
            }
        }
        found
    }

    /// When all threads go on where they did from an earlier round; some watch what others write.
    fn same(&mut self, threads: &[usize], watches: &[bool], (before, now): (i64, i64)) -> GuardId {
        let (mut all, mut some) = (TRUE, FALSE);
        let mut said = threads.iter().flat_map(|one| [(before, *one), (now, *one)]);
        let settled = said.any(|at| self.said.get(&at).is_some_and(|said| said.settled));
        for &thread in threads {
            let nothing = Said::default();
            let earlier = self.said.get(&(before, thread)).unwrap_or(&nothing);
            let later = self.said.get(&(now, thread)).unwrap_or(&nothing);
            let symbolic = &mut self.out.symbolic;
            let comes = later.comes.unwrap_or(FALSE);
            let present = symbolic.or(earlier.comes.unwrap_or(FALSE), comes);
            let mut same = symbolic.not(present);
            // Who has exited may have found what was written in the lap alone.
            if settled && watches[thread] {
                same = FALSE;
            }
            for (stand, when) in &earlier.stands {
                if let Some(again) = later.stands.get(stand) {
                    let both = symbolic.and(*when, *again);
                    same = symbolic.or(same, both);
                }
            }
            all = symbolic.and(all, same);
            some = symbolic.or(some, comes);
        }
        self.out.symbolic.and(all, some)
    }

    /// Lets threads stay in a lap that they do together.
    fn keep(&mut self, lap: &Lap) {
        let Some(&first) = lap.threads.first() else {
            return;
        };
        let (again, others) = self.looks(lap, first);
        let mut all = TRUE;
        for &thread in lap.threads.iter().filter(|_| !again.is_empty()) {
            let comes = self.coming(lap.names.1, thread);
            all = self.out.symbolic.and(all, comes);
        }
        let whole = self.out.symbolic.and(lap.when, all);
        self.last(lap, first, whole, others.clone());
        // Who has exited writes nothing again.
        let some = self.out.symbolic.not(all);
        let some = self.out.symbolic.and(lap.when, some);
        self.last(lap, first, some, [again, others].concat());
    }

    /// What threads look at in a lap: what one of them writes again in each, should all of them do it, so that what is
    /// found is the same; and all else.
    fn looks(&self, lap: &Lap, first: usize) -> (Vec<Lasting>, Vec<Lasting>) {
        let ordered = self.is_ordered(lap, first);
        let (mut again, mut others) = (Vec::new(), Vec::new());
        for passed in &self.passed {
            let rounds = passed.rounds.get(&lap.with).copied().unwrap_or(0);
            let between = (lap.rounds.0 + 1..=lap.rounds.1).contains(&rounds);
            if !between || !lap.threads.contains(&passed.thread) {
                continue;
            }
            if ordered && self.know.has_one_writer(self.setup, passed.cell) {
                again.push(passed.read);
            } else {
                others.push(passed.read);
            }
        }
        (again, others)
    }

    /// Lets threads stay in a lap then, if what they look at stays.
    fn last(&mut self, lap: &Lap, first: usize, when: GuardId, reads: Vec<Lasting>) {
        if when == FALSE {
            return;
        }
        let says = number(&mut self.out.symbolic, &[(when, 1)]);
        let registers = &mut self.out.threads[first].registers;
        registers.push(says);
        let register = registers.len() - 1;
        self.joint.push(Joint {
            says: (first, register),
            threads: lap.threads.clone(),
            name: lap.names.1,
            reads,
        });
    }

    /// Whether all of a block do a lap, and what they do in it is ordered after what came before and before what comes later.
    fn is_ordered(&self, lap: &Lap, first: usize) -> bool {
        let loose = |name: i64| {
            let mut said = lap
                .threads
                .iter()
                .filter_map(|one| self.said.get(&(name, *one)));
            said.any(|said| said.loose)
        };
        lap.with.takes_all(self.setup, first) && !loose(lap.names.0) && !loose(lap.names.1)
    }
}
