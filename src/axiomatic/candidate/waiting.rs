//! What barriers wait for in the formula.

use std::collections::BTreeMap;

use crate::program::ThreadId;
use crate::sat::Lit;
use crate::syntax::ast::Comparison;

use crate::execution::meetings::written_names;

use super::barriers::WHOLE;
use super::frame::Frame;
use super::rounds::Names;
use super::values::{Sym, compare};

/// From one point to another, when.
pub(super) type Edge = (usize, usize, Lit);

/// For each two barriers, the smaller place first: executed, and with one name in one block.
pub(super) type Same = BTreeMap<(usize, usize), Lit>;

impl Frame<'_> {
    /// A thread ends, or reaches the loop bound, only if the barrier does not wait for ever.
    pub(super) fn wait(&mut self, index: usize, same: &Same) {
        let own = self.meetings.list[index].clone();
        if own.arrive {
            return self.late(index);
        }
        let enough = match &own.quorum {
            Some(quorum) => self.quorum_met(index, quorum),
            None => self.all_come(index, same),
        };
        let passes = self.circuit.or(!self.executed[own.node], enough);
        let stop = self
            .pauses
            .as_ref()
            .map_or(Lit::FALSE, |pauses| pauses.stop(own.node));
        if stop == Lit::FALSE {
            self.finished = self.circuit.and(self.finished, passes);
        } else {
            let goes_on = self.circuit.or(passes, stop);
            let hopeless = self.hopeless(index, enough, same);
            let hopeless = self.circuit.or(hopeless, !stop);
            let right = self.circuit.and(goes_on, hopeless);
            self.finished = self.circuit.and(self.finished, right);
        }
        let truncated = &mut self.truncated[own.thread.0];
        *truncated = self.circuit.and(*truncated, passes);
    }

    pub(super) fn quorum_met(&mut self, index: usize, quorum: &Sym) -> Lit {
        let mut ways: BTreeMap<(ThreadId, usize), Vec<Lit>> = BTreeMap::new();
        for other in (0..self.meetings.list.len()).filter(|&other| other != index) {
            let together = self.meetings.together(index, other);
            let it = &self.meetings.list[other];
            let comes = self.circuit.and(together, it.meets);
            if comes != Lit::FALSE {
                ways.entry((it.thread, it.way)).or_default().push(comes);
            }
        }
        // A thread comes on one of its ways.
        let mut coming = vec![self.meetings.list[index].meets];
        coming.extend(ways.into_values().map(|way| self.circuit.any(way)));
        self.reached_by(&coming, quorum)
    }

    /// One that does not wait is late only to a round that is complete.
    fn late(&mut self, index: usize) {
        let own = self.meetings.list[index].clone();
        // That all have come is long to say.
        let may_be = own.meets != Lit::TRUE && own.again != Lit::TRUE;
        if let Some(quorum) = own.quorum.as_ref().filter(|_| may_be) {
            let complete = self.quorum_met(index, quorum);
            let right = [!self.executed[own.node], own.meets, own.again, complete];
            let right = self.circuit.any(right);
            self.finished = self.circuit.and(self.finished, right);
        }
    }

    /// That nobody who comes can complete a barrier: of a quorum, that the threads of those whose rounds are not complete
    /// are too few, whatever rounds they are in.
    fn hopeless(&mut self, index: usize, enough: Lit, same: &Same) -> Lit {
        let list = self.meetings.list.clone();
        let Some(quorum) = &list[index].quorum else {
            return !enough;
        };
        let mut left = BTreeMap::from([(list[index].thread, vec![list[index].meets])]);
        for other in (0..list.len()).filter(|&other| other != index) {
            let named = same[&(index.min(other), index.max(other))];
            if named == Lit::FALSE {
                continue;
            }
            let complete = match &list[other].quorum {
                Some(own) => self.quorum_met(other, own),
                None => self.all_come(other, same),
            };
            let pending = [named, list[other].meets, !complete];
            let pending = self.circuit.all(pending);
            left.entry(list[other].thread).or_default().push(pending);
        }
        let threads = left.into_values();
        let left: Vec<Lit> = threads.map(|own| self.circuit.any(own)).collect();
        let reached = self.reached_by(&left, quorum);
        self.circuit.all([list[index].meets, !enough, !reached])
    }

    /// For each number up to all: exactly so many of these hold.
    pub(super) fn exactly(&mut self, lits: &[Lit]) -> Vec<Lit> {
        let mut counts = vec![Lit::TRUE];
        for &lit in lits {
            let mut next = vec![Lit::FALSE; counts.len() + 1];
            for (number, &count) in counts.iter().enumerate() {
                let stays = self.circuit.and(count, !lit);
                next[number] = self.circuit.or(next[number], stays);
                next[number + 1] = self.circuit.and(count, lit);
            }
            counts = next;
        }
        counts
    }

    /// That at least so many of these hold.
    fn reached_by(&mut self, coming: &[Lit], quorum: &Sym) -> Lit {
        let counts = self.exactly(coming);
        let mut cases = Vec::new();
        for (number, count) in counts.into_iter().enumerate() {
            let number = Sym::constant(i64::try_from(number).unwrap_or(i64::MAX));
            let enough = compare(&mut self.circuit, Comparison::Le, WHOLE, quorum, &number);
            cases.push(self.circuit.and(count, enough));
        }
        self.circuit.any(cases)
    }

    /// Every thread of the block that names the barrier comes to the round, and none of them late.
    fn all_come(&mut self, index: usize, same: &Same) -> Lit {
        let thread = self.meetings.list[index].thread;
        let others: Vec<ThreadId> = (0..self.program.threads.len())
            .map(ThreadId)
            .filter(|&other| other != thread && self.one_block(thread, other))
            .collect();
        let mut all = Lit::TRUE;
        for other in others {
            let mut names = self.written_names(index, other);
            let known = names.contains(&Lit::TRUE);
            let mut comes = Vec::new();
            for b in 0..self.meetings.list.len() {
                if self.meetings.list[b].thread == other {
                    names.push(same[&(index.min(b), index.max(b))]);
                    if !known {
                        names.push(self.would_come(index, b));
                    }
                    let (together, meets) = (
                        self.meetings.together(index, b),
                        self.meetings.list[b].meets,
                    );
                    comes.push(self.circuit.and(together, meets));
                }
            }
            let concerned = self.circuit.any(names);
            let comes = self.circuit.any(comes);
            let fine = self.circuit.or(!concerned, comes);
            all = self.circuit.and(all, fine);
        }
        all
    }

    /// Two barriers name the same identifier and resource.
    pub(super) fn named_alike(&mut self, a: usize, b: usize) -> Lit {
        let (a, b) = (&self.meetings.list[a], &self.meetings.list[b]);
        let circuit = &mut self.circuit;
        let ids = compare(circuit, Comparison::Eq, WHOLE, &a.id, &b.id);
        let resources = compare(circuit, Comparison::Eq, WHOLE, &a.resource, &b.resource);
        circuit.and(ids, resources)
    }

    /// When a barrier is one that a thread would come to whose registers name it, but waits for ever at one before. What it would
    /// read in between may be anything that can be read there.
    fn would_come(&mut self, index: usize, other: usize) -> Lit {
        let it = &self.meetings.list[other];
        let (node, executed) = (it.node, self.executed[it.node]);
        let Some(pauses) = &self.pauses else {
            return Lit::FALSE;
        };
        let waits = pauses.stopped[it.thread.0];
        let guard = self.unrolled.events[self.event(node).0].guard;
        let led = self.values.guard(&mut self.circuit, guard);
        let named = self.named_alike(index, other);
        self.circuit.all([named, waits, led, !executed])
    }

    /// When a barrier is one that a thread's code names by numbers, executed or not.
    fn written_names(&mut self, index: usize, thread: ThreadId) -> Vec<Lit> {
        let mut names = Vec::new();
        for (id, resource) in written_names(self.program, thread) {
            let own = &self.meetings.list[index];
            let first = own.id.is(&mut self.circuit, id);
            let second = own.resource.is(&mut self.circuit, resource);
            names.push(self.circuit.and(first, second));
        }
        names
    }

    /// The same as [`Self::waiting_order`], of barriers without quorums whose names are numbers, with a point behind each
    /// barrier and one for each round of a name: who comes is before the round, who goes on behind it. Gives how many points
    /// there are; nothing where some barrier is of another kind.
    pub(super) fn passing_order(&mut self) -> Option<(usize, Vec<Edge>)> {
        let list = self.meetings.list.clone();
        let mut names = Names::new();
        let mut edges = Vec::new();
        for (at, barrier) in list.iter().enumerate() {
            let passed = list.len() + at;
            for (round, here) in self.rounds_of(barrier, &mut names)? {
                let hub = 2 * list.len() + round;
                edges.push((at, hub, here));
                if !barrier.arrive {
                    edges.push((hub, passed, here));
                }
            }
            edges.push((at, passed, self.executed[barrier.node]));
            for (next, later) in list.iter().enumerate().skip(at + 1) {
                if later.thread == barrier.thread {
                    let (here, there) = (self.executed[barrier.node], self.executed[later.node]);
                    edges.push((passed, next, self.circuit.and(here, there)));
                }
            }
        }
        edges.retain(|(_, _, lit)| *lit != Lit::FALSE);
        Some((2 * list.len() + names.len(), edges))
    }

    /// What a barrier waits for, with what comes after it in its thread.
    pub(super) fn waiting_order(&mut self) -> Vec<(usize, usize, Lit)> {
        let list = self.meetings.list.clone();
        let mut edges = Vec::new();
        for (at, barrier) in list.iter().enumerate() {
            for (next, later) in list.iter().enumerate().skip(at + 1) {
                if later.thread != barrier.thread || self.apart.contains(barrier.node, later.node) {
                    continue;
                }
                let (here, there) = (self.executed[barrier.node], self.executed[later.node]);
                edges.push((at, next, self.circuit.and(here, there)));
                for other in (0..list.len()).filter(|&other| other != at && !barrier.arrive) {
                    let together = self.meetings.together(at, other);
                    let awaited = self.circuit.and(together, list[other].meets);
                    let edge = self.circuit.and(awaited, there);
                    if edge != Lit::FALSE {
                        edges.push((other, next, edge));
                    }
                }
            }
        }
        edges
    }
}
