//! An explained log as an execution in the vocabulary of models.

use crate::execution::evaluate::Base;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::sat::bitset::{BitMatrix, BitSet};
use crate::syntax::ast::Scope;

use super::axioms::{Node, Problem};
use super::log::{Depends, Event, Log, Op, Order};
use super::solve::search::Explanation;

/// An execution: a log's events and initial values with the orders of an explanation.
pub struct Execution<'a> {
    log: &'a Log,
    /// The nodes that are events or initial values.
    nodes: Vec<(u32, Node)>,
    /// Where each write stands in the order of its location.
    rank: Vec<usize>,
    /// What each read reads from.
    source: Vec<Option<u32>>,
}

impl<'a> Execution<'a> {
    /// Of an explanation.
    #[must_use]
    pub fn new(log: &'a Log, problem: &Problem, explanation: &Explanation) -> Self {
        let size = problem.nodes.len();
        let (mut rank, mut source) = (vec![0; size], vec![None; size]);
        for list in &explanation.coherence {
            for (at, node) in list.iter().enumerate() {
                rank[*node as usize] = at;
            }
        }
        for (read, from) in problem.reads.iter().zip(&explanation.reads_from) {
            source[read.node as usize] = Some(*from);
        }
        let nodes = (0..).zip(problem.nodes.iter().copied());
        Self {
            log,
            nodes: nodes.filter(|(_, node)| *node != Node::Point).collect(),
            rank,
            source,
        }
    }

    fn event(&self, at: usize) -> Option<&Event> {
        match self.nodes.get(at)?.1 {
            Node::Event(event) => self.log.events.get(event as usize),
            Node::Initial(_) | Node::Point => None,
        }
    }

    fn node(&self, at: usize) -> u32 {
        self.nodes.get(at).map_or(0, |(node, _)| *node)
    }

    fn place(&self, at: usize) -> Option<u32> {
        match self.nodes.get(at)?.1 {
            Node::Event(_) => self
                .event(at)
                .filter(|one| one.is_access())
                .map(|one| one.place),
            Node::Initial(place) => Some(place),
            Node::Point => None,
        }
    }

    fn writes(&self, at: usize) -> bool {
        self.event(at).is_none_or(Event::writes)
    }

    fn thread(&self, at: usize) -> Option<u16> {
        self.event(at).map(|one| one.thread)
    }

    fn coherent(&self, a: usize, b: usize) -> bool {
        let rank = |at| self.rank[self.node(at) as usize];
        self.writes(a)
            && self.writes(b)
            && self.place(a).is_some()
            && self.place(a) == self.place(b)
            && rank(a) < rank(b)
    }

    fn depends(&self, kinds: &[Depends], a: usize, b: usize) -> bool {
        let (Some((_, Node::Event(a))), Some((_, Node::Event(b)))) =
            (self.nodes.get(a), self.nodes.get(b))
        else {
            return false;
        };
        let list = self.log.dependencies.get(b).into_iter().flatten();
        list.into_iter()
            .any(|(kind, on)| on == a && kinds.contains(kind))
    }

    fn related(&self, relation: BaseRelation, a: usize, b: usize) -> bool {
        let (from, to) = (self.thread(a), self.thread(b));
        let ordered = from.is_some() && from == to && self.node(a) < self.node(b);
        let same = self.place(a).is_some() && self.place(a) == self.place(b);
        match relation {
            BaseRelation::ProgramOrder => ordered,
            BaseRelation::PoLoc => ordered && same,
            BaseRelation::SameLocation | BaseRelation::SameVirtual => same,
            BaseRelation::ReadsFrom => self.source[self.node(b) as usize] == Some(self.node(a)),
            BaseRelation::Coherence => self.coherent(a, b),
            BaseRelation::FromReads => {
                let source = self.source[self.node(a) as usize];
                let rank = |node: u32| self.rank[node as usize];
                a != b
                    && same
                    && self.writes(b)
                    && source.is_some_and(|source| rank(source) < rank(self.node(b)))
            }
            BaseRelation::Rmw => {
                a == b
                    && self
                        .event(a)
                        .is_some_and(|one| one.op == Op::Rmw && one.writes())
            }
            BaseRelation::Addr => self.depends(&[Depends::Addr], a, b),
            BaseRelation::Data => self.depends(&[Depends::Data], a, b),
            BaseRelation::Ctrl => self.depends(&[Depends::Ctrl], a, b),
            BaseRelation::Internal => from == to,
            BaseRelation::External => from != to,
            BaseRelation::Identity => a == b,
            BaseRelation::SameThread => from.is_some() && from == to,
            // The models that logs are judged by so know no scopes.
            BaseRelation::SameWarp
            | BaseRelation::SameCta
            | BaseRelation::SameGpu
            | BaseRelation::ScopesInclude
            | BaseRelation::Reaches
            | BaseRelation::Covers
            | BaseRelation::SameInstance
            | BaseRelation::SyncBarrier
            | BaseRelation::SyncFence => false,
        }
    }

    fn belongs(&self, set: BaseSet, at: usize) -> bool {
        let Some(event) = self.event(at) else {
            return matches!(
                set,
                BaseSet::All | BaseSet::Write | BaseSet::Memory | BaseSet::Initial | BaseSet::Weak
            );
        };
        let order = event.mode.order();
        let scope = |scope: Scope| event.mode.scope() == scope;
        match set {
            BaseSet::All => true,
            BaseSet::Read => event.reads(),
            BaseSet::Write => event.writes(),
            BaseSet::Memory | BaseSet::Generic | BaseSet::Global => event.is_access(),
            BaseSet::Fence => matches!(event.op, Op::Fence | Op::Barrier),
            BaseSet::Barrier => event.op == Op::Barrier,
            BaseSet::Rmw => event.op == Op::Rmw,
            BaseSet::Weak => event.is_access() && order == Order::Weak,
            BaseSet::Strong => order != Order::Weak,
            BaseSet::Relaxed => event.is_access() && order == Order::Relaxed,
            BaseSet::Acquire => event.reads() && order.acquires(),
            BaseSet::Release => event.writes() && order.releases(),
            BaseSet::AcqRel => order == Order::AcqRel,
            BaseSet::Sc => order == Order::Sc,
            BaseSet::Remote => {
                matches!(order, Order::RmAcquire | Order::RmRelease | Order::RmAcqRel)
            }
            BaseSet::Thread => scope(Scope::Thread),
            BaseSet::Warp => scope(Scope::Warp),
            BaseSet::Cta => scope(Scope::Cta),
            BaseSet::Gpu => scope(Scope::Gpu),
            BaseSet::Sys => scope(Scope::Sys),
            BaseSet::Initial
            | BaseSet::Surface
            | BaseSet::Reduction
            | BaseSet::Texture
            | BaseSet::Constant
            | BaseSet::Alias
            | BaseSet::Shared => false,
        }
    }
}

impl Base for Execution<'_> {
    fn events(&self) -> usize {
        self.nodes.len()
    }

    fn set(&self, set: BaseSet) -> BitSet {
        let mut found = BitSet::new(self.nodes.len());
        for at in 0..self.nodes.len() {
            if self.belongs(set, at) {
                found.insert(at);
            }
        }
        found
    }

    fn relation(&self, relation: BaseRelation) -> BitMatrix {
        let mut found = BitMatrix::new(self.nodes.len());
        for a in 0..self.nodes.len() {
            for b in 0..self.nodes.len() {
                if self.related(relation, a, b) {
                    found.insert(a, b);
                }
            }
        }
        found
    }
}
