//! When barriers with quorums are come to: one round after another, late where the own one is complete by then, once more where it
//! is not.

use std::collections::{BTreeMap, BTreeSet};

use crate::sat::Lit;

use super::barriers::Barrier;
use super::frame::Frame;
use super::waiting::{Edge, Same};

/// A barrier that may be of a round.
struct Member {
    at: usize,
    barrier: Barrier,
    /// It is of the round.
    is: Lit,
    /// It is, and meets others there.
    meets: Lit,
}

impl Frame<'_> {
    /// How many rounds a barrier with a quorum can choose from. Who waits takes part in a round that
    /// as many meet in as it needs, so there are no more of these than fit into those who come.
    /// Who does not wait may be late in any of them; if it comes more often, it may need rounds of its own. Zero where all who
    /// may come are no more than are needed: then all meet in one.
    pub(super) fn possible_rounds(
        &self,
        index: usize,
        same: &Same,
        twice: &[(usize, usize)],
    ) -> usize {
        let list = &self.meetings.list;
        let akin = |&other: &usize| {
            other == index || same[&(index.min(other), index.max(other))] != Lit::FALSE
        };
        let group: BTreeSet<usize> = (0..list.len()).filter(akin).collect();
        // Of barriers on different ways a thread comes to one.
        let coming = |those: &dyn Fn(usize) -> bool| {
            let those = group.iter().filter(|&&one| those(one));
            let those = those.map(|&one| (list[one].thread, list[one].way));
            those.collect::<BTreeSet<_>>().len()
        };
        let all = coming(&|_| true);
        let quorums = group.iter().map(|&one| {
            let quorum = list[one].quorum.as_ref()?.as_constant()?;
            usize::try_from(quorum).ok().filter(|&quorum| quorum > 0)
        });
        let Some(least) = quorums.min().flatten() else {
            return all;
        };
        let again = |(a, b): &(usize, usize)| group.contains(a) && group.contains(b);
        let comes_again = twice.iter().any(again);
        if all <= least && !comes_again {
            return 0;
        }
        let own = if comes_again {
            coming(&|one| list[one].arrive)
        } else {
            0
        };
        // The last round may be one that is never completed.
        let left = usize::from(self.pauses.is_some());
        ((all / least).max(1) + own + left).min(all)
    }

    /// Finds who comes to its round once more. It has come once: the last one meets, and what it did before is late.
    pub(super) fn come_again(&mut self) {
        let count = self.meetings.list.len();
        for index in (0..count).rev() {
            let thread = self.meetings.list[index].thread;
            let mut again = Vec::new();
            for later in index + 1..count {
                let together = self.meetings.together(index, later);
                let it = &self.meetings.list[later];
                if it.thread != thread || together == Lit::FALSE {
                    continue;
                }
                self.circuit.clause(&[!together, it.meets, it.again]);
                again.push(together);
            }
            self.meetings.list[index].again = self.circuit.any(again);
        }
    }

    /// In which order barriers with quorums are come to: how many points there are, those of the barriers first, and the edges. Where
    /// all names are numbers each round is a point, as pairs of those that meet there are many.
    pub(super) fn coming_order(&mut self, same: &Same) -> (usize, Vec<Edge>) {
        let mut names: BTreeMap<(i64, i64, (u32, u32)), Vec<usize>> = BTreeMap::new();
        for (at, barrier) in self.meetings.list.iter().enumerate() {
            let name = (barrier.id.as_constant(), barrier.resource.as_constant());
            let (Some(id), Some(resource)) = name else {
                let edges = self.coming_by_pairs(same);
                return (self.meetings.list.len(), edges);
            };
            let placement = self.program.thread(barrier.thread).placement;
            let block = (placement.gpu, placement.cta);
            if barrier.quorum.is_some() {
                names.entry((id, resource, block)).or_default().push(at);
            }
        }
        let later = self.later_rounds();
        let (mut points, mut edges) = (self.meetings.list.len(), Vec::new());
        for members in names.values() {
            let rounds = members.iter().map(|&at| later[at].len());
            for round in 0..rounds.max().unwrap_or(0) {
                // Its end, and a moment before the last of those that meet there.
                let (end, almost) = (points, points + 1);
                points += 2;
                self.one_after_another(members, (round, end), &later, &mut edges);
                self.not_the_last(members, (round, almost), &mut edges);
            }
        }
        edges.retain(|(_, _, lit)| *lit != Lit::FALSE);
        (points, edges)
    }

    /// Those that may be of a round, each with when it is.
    fn members_of(&mut self, members: &[usize], round: usize) -> Vec<Member> {
        let mut here = Vec::new();
        for &at in members {
            let barrier = self.meetings.list[at].clone();
            let is = barrier.rounds.get(round).copied().unwrap_or(Lit::FALSE);
            let is = self.circuit.and(self.executed[barrier.node], is);
            if is != Lit::FALSE {
                let meets = self.circuit.and(is, barrier.meets);
                here.push(Member {
                    at,
                    barrier,
                    is,
                    meets,
                });
            }
        }
        here
    }

    /// Whether as many have come to the round of a member as it needs.
    fn is_complete(&mut self, member: &Member) -> Lit {
        let quorum = member.barrier.quorum.as_ref();
        quorum.map_or(Lit::FALSE, |quorum| self.quorum_met(member.at, quorum))
    }

    /// Who meets in a round comes before its end, and who is late there, or of a later one, behind it; nobody is of a later one than one that
    /// is never complete.
    fn one_after_another(
        &mut self,
        members: &[usize],
        (round, end): (usize, usize),
        later: &[Vec<Lit>],
        edges: &mut Vec<Edge>,
    ) {
        let mut on = Vec::new();
        for &at in members {
            let (executed, comes) = {
                let it = &self.meetings.list[at];
                (self.executed[it.node], self.circuit.or(it.meets, it.again))
            };
            let after = later[at].get(round).copied().unwrap_or(Lit::FALSE);
            let after = self.circuit.all([executed, comes, after]);
            edges.push((end, at, after));
            on.push(after);
        }
        let on = self.circuit.any(on);
        for member in self.members_of(members, round) {
            let it = &member.barrier;
            let late = self.circuit.all([member.is, !it.meets, !it.again]);
            edges.extend([(member.at, end, member.meets), (end, member.at, late)]);
            if on != Lit::FALSE {
                let complete = self.is_complete(&member);
                self.circuit.clause(&[!member.meets, !on, complete]);
            }
        }
    }

    /// Who comes to a round once more is not the last, if the round is ever complete: that is one whose thread comes once.
    fn not_the_last(
        &mut self,
        members: &[usize],
        (round, almost): (usize, usize),
        edges: &mut Vec<Edge>,
    ) {
        let mut ways = Vec::new();
        let mut once_more = Vec::new();
        for member in self.members_of(members, round) {
            let came = self.came(member.at);
            let again = [member.meets, came, !member.barrier.again];
            let again = self.circuit.all(again);
            if again != Lit::FALSE {
                let complete = self.is_complete(&member);
                once_more.push([!again, !complete]);
            }
            ways.push((member.at, member.meets, came));
        }
        if once_more.is_empty() {
            return;
        }
        let mut lasts = Vec::new();
        for (at, meets, came) in ways {
            let last = self.circuit.variable();
            self.circuit.clause(&[!last, meets]);
            self.circuit.clause(&[!last, !came]);
            edges.push((almost, at, last));
            edges.push((at, almost, self.circuit.and(meets, !last)));
            lasts.push(last);
        }
        for unless in once_more {
            self.circuit.clause(&[&unless[..], &lasts[..]].concat());
        }
    }

    /// When its thread has come to a barrier's round before.
    fn came(&mut self, at: usize) -> Lit {
        let list = &self.meetings.list;
        let own = (0..at).filter(|&other| list[other].thread == list[at].thread);
        let before: Vec<Lit> = own.map(|other| self.meetings.together(other, at)).collect();
        self.circuit.any(before)
    }

    /// Who is late comes after those that meet in its round. Who comes once more comes before one of them, of another thread, if the
    /// round is ever complete. Who is of a later round comes when an earlier one is complete.
    fn coming_by_pairs(&mut self, same: &Same) -> Vec<Edge> {
        let list = self.meetings.list.clone();
        let later = self.later_rounds();
        let mut edges = Vec::new();
        for (at, barrier) in list.iter().enumerate() {
            let Some(quorum) = &barrier.quorum else {
                continue;
            };
            let late = self.circuit.and(!barrier.meets, !barrier.again);
            let came = self.came(at);
            let once_more = self.circuit.all([came, barrier.meets, !barrier.again]);
            let complete = self.quorum_met(at, quorum);
            for next in 0..list.len() {
                let before = self.round_before(at, next, (same, &later));
                self.circuit.clause(&[!before, complete]);
                edges.push((at, next, before));
            }
            let mut cases = vec![!once_more, !complete];
            for (other, it) in list.iter().enumerate() {
                let together = self.meetings.together(at, other);
                let meets = self.circuit.and(together, it.meets);
                if it.thread == barrier.thread || meets == Lit::FALSE {
                    continue;
                }
                edges.push((other, at, self.circuit.and(meets, late)));
                if once_more != Lit::FALSE {
                    let chosen = self.circuit.variable();
                    let first = self.circuit.and(meets, chosen);
                    edges.push((at, other, first));
                    cases.push(first);
                }
            }
            self.circuit.clause(&cases);
        }
        edges
    }

    /// For each barrier and each of its rounds whether it is of a later one.
    fn later_rounds(&mut self) -> Vec<Vec<Lit>> {
        let mut all = Vec::new();
        for index in 0..self.meetings.list.len() {
            let rounds = &self.meetings.list[index].rounds;
            let mut later = vec![Lit::FALSE; rounds.len()];
            for round in (1..rounds.len()).rev() {
                later[round - 1] = self.circuit.or(later[round], rounds[round]);
            }
            all.push(later);
        }
        all
    }

    /// One meets in a round, and the other is of a later one of the same name, and not late there.
    fn round_before(
        &mut self,
        one: usize,
        other: usize,
        (same, later): (&Same, &[Vec<Lit>]),
    ) -> Lit {
        let Some(&same) = same.get(&(one.min(other), one.max(other))) else {
            return Lit::FALSE;
        };
        let list = &self.meetings.list;
        let counted = list[other].quorum.is_some();
        if same == Lit::FALSE || list[one].thread == list[other].thread || !counted {
            return Lit::FALSE;
        }
        let (first, second) = (list[one].clone(), list[other].clone());
        let mut cases = Vec::new();
        for (&is, &later) in first.rounds.iter().zip(&later[other]) {
            cases.push(self.circuit.and(is, later));
        }
        let earlier = self.circuit.any(cases);
        let comes = self.circuit.or(second.meets, second.again);
        self.circuit.all([same, earlier, first.meets, comes])
    }
}
