//! Where ways through a thread part and meet: guards, and the reads that later events depend on.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::interpret::state::Taint;
use crate::program::symbolic::{EventId, FALSE, GuardId, TRUE};
use crate::syntax::ast::Comparison;

use super::cells::Datum;
use super::emit::Emitter;
use super::event::WHOLE;
use super::graph::{Edge, Node, Note, What};
use super::laps::Step;

/// What is known where ways meet.
#[derive(Debug, Clone, Default)]
pub struct Here {
    pub guard: Option<GuardId>,
    /// The reads that bits stand for, each with when.
    pub reads: BTreeMap<(u32, EventId), GuardId>,
    /// The reads that decided what was done, each with when.
    pub decided: BTreeMap<EventId, GuardId>,
    /// Where the thread chooses between the ways on: when it takes each.
    pub chosen: Vec<GuardId>,
}

/// Ways from one node to another on which the same reads decided.
pub struct Way {
    pub guard: GuardId,
    pub reads: BTreeMap<(u32, EventId), GuardId>,
    pub decided: BTreeMap<EventId, GuardId>,
}

impl Emitter<'_> {
    /// What is known where these ways meet.
    pub fn meet(&mut self, ways: Vec<Way>) -> Here {
        let count = ways.len();
        let mut here = Here::default();
        let mut seen: BTreeMap<(u32, EventId), Vec<(GuardId, GuardId)>> = BTreeMap::new();
        for way in ways {
            let symbolic = &mut self.out.symbolic;
            here.guard = Some(
                here.guard
                    .map_or(way.guard, |guard| symbolic.or(guard, way.guard)),
            );
            for (key, when) in way.reads {
                seen.entry(key).or_default().push((way.guard, when));
            }
            for (read, when) in way.decided {
                let known = here.decided.get(&read).copied().unwrap_or(FALSE);
                here.decided.insert(read, symbolic.or(known, when));
            }
        }
        for (key, cases) in seen {
            let first = cases[0].1;
            let same = cases.len() == count && cases.iter().all(|(_, when)| *when == first);
            let when = if same {
                first
            } else {
                let symbolic = &mut self.out.symbolic;
                cases.into_iter().fold(FALSE, |all, (guard, when)| {
                    let one = symbolic.and(guard, when);
                    symbolic.or(all, one)
                })
            };
            here.reads.insert(key, when);
        }
        here
    }

    #[must_use]
    pub fn dependencies(here: &Here, bits: Taint) -> BTreeMap<EventId, GuardId> {
        let reads = here.reads.iter();
        reads
            .filter(|((bit, _), _)| bits >> bit & 1 == 1)
            .map(|((_, read), when)| (*read, *when))
            .collect()
    }

    /// The ways on from a node of a thread.
    pub fn ways(
        &mut self,
        (node, thread): (&Node, usize),
        step: &Step,
        (event, guard): (Option<EventId>, GuardId),
        here: &Here,
        ways: &mut [Vec<Way>],
        notes: &mut BTreeMap<Note, GuardId>,
    ) {
        let mut groups: BTreeMap<(usize, Taint), Vec<usize>> = BTreeMap::new();
        for (at, (edge, to)) in node.edges.iter().zip(&step.ways).enumerate() {
            for note in &edge.notes {
                let when = self.taken(node, (event, &here.chosen), &[at]);
                let when = self.found_so(event, when);
                let when = self.out.symbolic.and(guard, when);
                self.note(notes, note, when);
            }
            if let Some(to) = to {
                groups.entry((*to, edge.decided)).or_default().push(at);
            }
        }
        let mut reads = here.reads.clone();
        if let (Some(bit), Some(event), Some(_)) = (node.bit, event, node.what.read()) {
            reads.retain(|(known, _), _| *known != bit);
            reads.insert((bit, event), TRUE);
        }
        let picks = self.picks((thread, event), guard, groups.len());
        for (((to, decided), edges), picked) in groups.into_iter().zip(picks) {
            let when = self.taken(node, (event, &here.chosen), &edges);
            let when = self.skipped(event, when, picked);
            let way = self.out.symbolic.and(guard, when);
            let known = Here {
                reads: reads.clone(),
                ..Here::default()
            };
            let wandered = edges
                .iter()
                .fold(node.address, |all, &at| all | node.edges[at].wandered);
            let way = self.follows(thread, &known, (decided, wandered), way);
            let mut all = here.decided.clone();
            for (read, when) in Self::dependencies(&known, decided) {
                let when = self.out.symbolic.and(when, way);
                let known = all.get(&read).copied().unwrap_or(FALSE);
                all.insert(read, self.out.symbolic.or(known, when));
            }
            ways[to].push(Way {
                guard: way,
                reads: reads.clone(),
                decided: all,
            });
        }
    }

    /// When one of these ways on from a node is taken, given that the thread is there.
    pub fn taken(
        &mut self,
        node: &Node,
        (event, chosen): (Option<EventId>, &[GuardId]),
        these: &[usize],
    ) -> GuardId {
        if !chosen.is_empty() {
            let symbolic = &mut self.out.symbolic;
            return these
                .iter()
                .fold(FALSE, |any, &at| symbolic.or(any, chosen[at]));
        }
        let edges = || these.iter().map(|&at| &node.edges[at]);
        if let What::Meet(meet) = &node.what {
            let name = self.know.name(meet.with, meet.round);
            let mut any = FALSE;
            for edge in edges() {
                let when = self.given(name, &edge.given);
                any = self.out.symbolic.or(any, when);
            }
            return any;
        }
        let on: Vec<Datum> = edges().filter_map(|edge| edge.on).collect();
        event.map_or(TRUE, |event| self.when(event, &on, &node.edges))
    }

    /// When a read returns one of these: of all that its edges name, unless it may return something else.
    fn when(&mut self, event: EventId, on: &[Datum], edges: &[Edge]) -> GuardId {
        if on.is_empty() {
            return TRUE;
        }
        let these: BTreeSet<Datum> = on.iter().copied().collect();
        let all: BTreeSet<Datum> = edges.iter().filter_map(|edge| edge.on).collect();
        let others: Vec<Datum> = all.difference(&these).copied().collect();
        let negated = !self.know.along && !self.look.skips && others.len() < these.len();
        let listed: Vec<Datum> = if negated {
            others
        } else {
            these.into_iter().collect()
        };
        let symbolic = &mut self.out.symbolic;
        let read = symbolic.read(event);
        let mut guard = FALSE;
        for datum in listed {
            let number = symbolic.constant(self.numbers.number(datum));
            let one = symbolic.compare(Comparison::Eq, WHOLE, read, number);
            guard = symbolic.or(guard, one);
        }
        if negated { symbolic.not(guard) } else { guard }
    }
}
