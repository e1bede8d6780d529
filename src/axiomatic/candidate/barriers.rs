//! Barriers in the formula: who meets whom, and which executions wait for ever.
//!
//! The barriers of a block that name the same identifier and the same resource meet in *rounds*. A
//! thread takes part in a round once. Without a quorum a thread's first such barrier is of the
//! first round, its second of the second, and it waits in each for all threads of the block that
//! name the barrier. With a quorum it waits until so many have come that *meet*, each counted once; others may be late:
//! they go on at once, after those that met, and nobody has waited for them. What a thread waits for
//! happens before it goes on, one round is complete before the next begins, and that order has no circle.

use std::collections::BTreeMap;

use crate::program::ThreadId;
use crate::program::events::EventKind;
use crate::sat::Lit;
use crate::sat::acyclic::forbid_cycles;
use crate::syntax::ast::{Type, TypeKind};

use super::frame::{Frame, Square};
use super::values::Sym;
use super::waiting::Same;

/// Identifiers and counts are compared as whole numbers.
pub(super) const WHOLE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

/// Of more barriers than this, who waits for whom is said by what is passed.
const MANY: usize = 64;

/// How the barriers of an execution meet.
#[derive(Debug, Clone, Default)]
pub struct Meetings {
    pub(super) list: Vec<Barrier>,
    /// For each pair of barriers, by their places in the list: executed, and in one round.
    together: BTreeMap<(usize, usize), Lit>,
}

/// A barrier.
#[derive(Debug, Clone)]
pub(super) struct Barrier {
    pub(super) node: usize,
    pub(super) thread: ThreadId,
    /// No execution has two barriers of its thread with this number.
    pub(super) way: usize,
    pub(super) arrive: bool,
    pub(super) id: Sym,
    pub(super) resource: Sym,
    pub(super) quorum: Option<Sym>,
    /// When it is of each round.
    pub(super) rounds: Vec<Lit>,
    /// Whether it is among those that meet in its round.
    pub(super) meets: Lit,
    /// Whether its thread comes to its round once more.
    pub(super) again: Lit,
}

impl Meetings {
    /// For each barrier: its node, when it is of each round, and when it meets others there.
    pub fn rounds(&self) -> impl Iterator<Item = (usize, &[Lit], Lit)> {
        self.list
            .iter()
            .map(|barrier| (barrier.node, barrier.rounds.as_slice(), barrier.meets))
    }

    pub(super) fn together(&self, a: usize, b: usize) -> Lit {
        self.together
            .get(&(a.min(b), a.max(b)))
            .copied()
            .unwrap_or(Lit::FALSE)
    }
}

impl Frame<'_> {
    /// Lets barriers meet, and threads end only when none of their barriers waits for ever.
    pub(super) fn meet(&mut self) {
        self.list_barriers();
        if self.meetings.list.is_empty() {
            return;
        }
        self.number_ways();
        let count = self.meetings.list.len();
        let mut same = Same::new();
        for b in 0..count {
            for a in 0..b {
                same.insert((a, b), self.same_barrier(a, b));
            }
        }
        let twice = self.twice(&same);
        for index in 0..count {
            self.find_rounds(index, &same, &twice);
        }
        for (&(a, b), &same) in &same {
            let lit = self.one_round(a, b, same);
            self.meetings.together.insert((a, b), lit);
        }
        self.come_again();
        for index in 0..count {
            // Who looks at many barriers may make no gate for long.
            self.circuit.poll();
            if self.circuit.open().is_some() {
                return;
            }
            self.wait(index, &same);
        }
        let in_time = self.circuit.variable();
        let passing = (count > MANY).then(|| self.passing_order()).flatten();
        let (points, edges) = passing.unwrap_or_else(|| {
            let mut edges = self.waiting_order();
            let (points, coming) = self.coming_order(&same);
            edges.extend(coming);
            (points, edges)
        });
        forbid_cycles(&mut self.circuit, points, &edges, in_time);
        self.finished = self.circuit.and(self.finished, in_time);
    }

    fn list_barriers(&mut self) {
        for node in 0..self.nodes.len() {
            let (
                Some(thread),
                &EventKind::Barrier {
                    arrive,
                    id,
                    barrier,
                    quorum,
                },
            ) = (
                self.nodes.list[node].thread,
                &self.unrolled.events[self.event(node).0].kind,
            )
            else {
                continue;
            };
            let id = self.values.value(&mut self.circuit, id);
            let resource = self.values.value(&mut self.circuit, barrier);
            let quorum = quorum.map(|quorum| self.values.value(&mut self.circuit, quorum));
            self.meetings.list.push(Barrier {
                node,
                thread,
                way: 0,
                arrive,
                id,
                resource,
                quorum,
                rounds: Vec::new(),
                meets: Lit::TRUE,
                again: Lit::FALSE,
            });
        }
    }

    /// Barriers of a thread on different ways through its code are one of which it comes to one at most.
    fn number_ways(&mut self) {
        let mut ways: BTreeMap<ThreadId, Vec<Vec<usize>>> = BTreeMap::new();
        for barrier in &mut self.meetings.list {
            let of_thread = ways.entry(barrier.thread).or_default();
            let apart = |one: &usize| self.apart.contains(*one, barrier.node);
            let known = of_thread.iter().position(|way| way.iter().all(apart));
            barrier.way = known.unwrap_or(of_thread.len());
            match known {
                Some(way) => of_thread[way].push(barrier.node),
                None => of_thread.push(vec![barrier.node]),
            }
        }
    }

    /// The barriers of one thread that may both be come to, and be one.
    fn twice(&self, same: &Same) -> Vec<(usize, usize)> {
        let list = &self.meetings.list;
        let one_thread = |(a, b): (usize, usize)| list[a].thread == list[b].thread;
        let pairs = same.iter().filter(|(_, same)| **same != Lit::FALSE);
        let pairs = pairs.map(|(&pair, _)| pair);
        pairs.filter(|&pair| one_thread(pair)).collect()
    }

    pub(super) fn one_block(&self, a: ThreadId, b: ThreadId) -> bool {
        let (a, b) = (self.program.thread(a), self.program.thread(b));
        a.placement.same_cta(&b.placement)
    }

    /// Two executed barriers of one block name the same identifier and resource.
    fn same_barrier(&mut self, a: usize, b: usize) -> Lit {
        let (index_a, index_b) = (a, b);
        let (a, b) = (&self.meetings.list[a], &self.meetings.list[b]);
        if !self.one_block(a.thread, b.thread) || self.apart.contains(a.node, b.node) {
            return Lit::FALSE;
        }
        let both = [self.executed[a.node], self.executed[b.node]];
        let same = self.named_alike(index_a, index_b);
        if same == Lit::FALSE {
            return same;
        }
        let both = self.circuit.all(both);
        self.circuit.and(both, same)
    }

    /// Without a quorum: as many rounds as the thread had before. With one: any later round.
    fn find_rounds(&mut self, index: usize, same: &Same, twice: &[(usize, usize)]) {
        let own = self.meetings.list[index].clone();
        let earlier: Vec<(usize, Lit)> = (0..index)
            .filter(|&other| self.meetings.list[other].thread == own.thread)
            .map(|other| (other, same[&(other, index)]))
            .filter(|(_, lit)| *lit != Lit::FALSE)
            .collect();
        let rounds = if own.quorum.is_none() {
            let before: Vec<Lit> = earlier.iter().map(|(_, lit)| *lit).collect();
            self.exactly(&before)
        } else {
            let possible = self.possible_rounds(index, same, twice);
            if possible > 0 {
                let rounds: Vec<Lit> = (0..possible).map(|_| self.circuit.variable()).collect();
                self.circuit.exactly_one(Lit::TRUE, &rounds);
                self.meetings.list[index].meets = self.circuit.variable();
                rounds
            } else {
                vec![Lit::TRUE]
            }
        };
        for (other, same) in earlier {
            let it = &self.meetings.list[other];
            // Who comes again to a round that is not complete has come once.
            let again = if it.arrive { !it.meets } else { Lit::FALSE };
            for (round, &before) in it.rounds.iter().enumerate() {
                for (at, &not_later) in rounds.iter().enumerate().take(round + 1) {
                    let once = if at == round { again } else { Lit::FALSE };
                    self.circuit.clause(&[!same, !before, !not_later, once]);
                }
            }
        }
        self.meetings.list[index].rounds = rounds;
    }

    fn one_round(&mut self, a: usize, b: usize, same: Lit) -> Lit {
        if same == Lit::FALSE {
            return same;
        }
        let list = &self.meetings.list;
        let pairs: Vec<(Lit, Lit)> = list[a]
            .rounds
            .iter()
            .copied()
            .zip(list[b].rounds.iter().copied())
            .collect();
        let lits: Vec<Lit> = pairs
            .into_iter()
            .map(|(a, b)| self.circuit.and(a, b))
            .collect();
        let round = self.circuit.any(lits);
        self.circuit.and(same, round)
    }

    /// From each barrier that meets to the others of its round that wait, late ones too.
    pub(super) fn barriers(&mut self) -> Square {
        let mut square = Square::new(self.nodes.len());
        let list = self.meetings.list.clone();
        for (a, from) in list.iter().enumerate() {
            for (b, to) in list.iter().enumerate() {
                if a == b || to.arrive {
                    continue;
                }
                let together = self.meetings.together(a, b);
                square.set(from.node, to.node, self.circuit.and(together, from.meets));
            }
        }
        square
    }
}
