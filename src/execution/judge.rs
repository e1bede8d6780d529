//! The base vocabulary of one execution, for the solver-free evaluation of models.

use super::evaluate::Base;
use crate::model::relation::options::Options;
use crate::program::events::{Dependency, Event, EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::sat::bitset::{BitMatrix, BitSet};
use crate::syntax::ast::Scope;

use super::concrete::{Executed, Execution};
use super::meetings::synchronize;
use super::nodes::{Facts, Node, Nodes, Part};
use super::scopes::{instance_contains, scope_includes};
use crate::model::relation::base::{BaseRelation, BaseSet};

/// An execution of a program under a model's options.
#[derive(Debug)]
pub struct Judged<'a> {
    program: &'a Program,
    unrolled: &'a Unrolled,
    execution: &'a Execution,
    nodes: Nodes,
    executed: Vec<bool>,
    /// What each node's event did, and what it reads from.
    outcomes: Vec<Executed>,
    sources: Vec<Option<EventId>>,
    /// Which nodes can read at all, and which can write.
    reads: Vec<bool>,
    writes: Vec<bool>,
    /// The coherence order, by events.
    coherence: BitMatrix,
    /// The order of fences, by events.
    fences: BitMatrix,
}

impl<'a> Judged<'a> {
    /// Prepares an execution.
    #[must_use]
    pub fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        execution: &'a Execution,
        options: Options,
    ) -> Self {
        let nodes = Nodes::new(unrolled, options);
        let count = nodes.list.len();
        let (mut executed, mut outcomes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut reads, mut writes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut sources = Vec::with_capacity(count);
        for node in &nodes.list {
            let outcome = execution.events.get(&node.event).copied();
            let happens =
                |outcome: &Executed| node.part != Part::WriteHalf || outcome.wrote.is_some();
            executed.push(outcome.as_ref().is_some_and(happens));
            outcomes.push(outcome.unwrap_or_default());
            sources.push(execution.rf.get(&node.event).copied());
            let facts = Facts::new(program, unrolled, *node);
            reads.push(facts.reads());
            writes.push(facts.writes());
        }
        let order = |pairs: &[(EventId, EventId)]| {
            let mut order = BitMatrix::new(unrolled.events.len());
            for (before, after) in pairs {
                order.insert(before.0, after.0);
            }
            order
        };
        let coherence = order(&execution.co);
        let fences = order(&execution.fence_order);
        Self {
            program,
            unrolled,
            execution,
            nodes,
            executed,
            outcomes,
            sources,
            reads,
            writes,
            coherence,
            fences,
        }
    }

    /// The events as the model sees them.
    #[must_use]
    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    fn facts(&self, node: usize) -> Facts<'_> {
        Facts::new(self.program, self.unrolled, self.nodes.list[node])
    }

    fn node(&self, node: usize) -> Node {
        self.nodes.list[node]
    }

    fn thread(&self, node: usize) -> Option<ThreadId> {
        self.node(node).thread
    }

    fn event(&self, node: usize) -> &Event {
        &self.unrolled.events[self.node(node).event.0]
    }

    fn outcome(&self, node: usize) -> Executed {
        self.outcomes[node]
    }

    fn near(&self, a: usize, b: usize, scope: Scope) -> bool {
        match (self.thread(a), self.thread(b)) {
            (Some(a), Some(b)) => scope_includes(self.program, a, scope, b),
            _ => false,
        }
    }

    fn reaches(&self, a: usize, b: usize) -> bool {
        match (self.facts(a).scope(), self.thread(a), self.thread(b)) {
            (Some(scope), Some(own), Some(other)) => {
                scope_includes(self.program, own, scope, other)
            }
            _ => false,
        }
    }

    fn before(&self, a: usize, b: usize) -> bool {
        a < b && self.node(a).comes_before(&self.node(b))
    }

    fn same_memory(&self, a: usize, b: usize) -> bool {
        match (self.outcome(a).location, self.outcome(b).location) {
            (Some(a), Some(b)) => self.program.same_memory(a, b),
            _ => false,
        }
    }

    fn reads_from(&self, writer: usize, reader: usize) -> bool {
        self.reads[reader]
            && self.writes[writer]
            && self.sources[reader] == Some(self.node(writer).event)
    }

    fn coherent(&self, a: usize, b: usize) -> bool {
        let (before, after) = (self.node(a).event, self.node(b).event);
        self.writes[a] && self.writes[b] && self.coherence.contains(before.0, after.0)
    }

    fn before_write(&self, reader: usize, writer: usize) -> bool {
        let after = self.node(writer).event;
        reader != writer
            && self.reads[reader]
            && self.writes[writer]
            && self.sources[reader].is_some_and(|source| self.coherence.contains(source.0, after.0))
    }

    fn depends(&self, relation: BaseRelation, from: usize, to: usize) -> bool {
        if !self.reads[from] {
            return false;
        }
        let event = self.event(to);
        let part = self.node(to).part;
        let list: &[Dependency] = match relation {
            BaseRelation::Addr => &event.addr,
            BaseRelation::Data if part == Part::ReadHalf => return false,
            BaseRelation::Data => &event.data,
            _ => &event.ctrl,
        };
        let own_read = relation == BaseRelation::Data
            && part == Part::WriteHalf
            && self.node(from).event == self.node(to).event
            && matches!(event.kind, EventKind::ReadWrite { uses_old: true, .. });
        let read = |event| self.execution.read(event);
        own_read
            || list.iter().any(|dependency| {
                dependency.on == self.node(from).event
                    && self.unrolled.symbolic.holds(dependency.when, &read)
            })
    }

    fn rmw(&self, a: usize, b: usize) -> bool {
        let (first, second) = (self.node(a), self.node(b));
        let halves = (first.part, second.part) == (Part::ReadHalf, Part::WriteHalf);
        let whole = a == b && first.part == Part::Whole && self.facts(a).reads();
        first.event == second.event && (halves || whole) && self.outcome(b).wrote.is_some()
    }

    fn related(&self, relation: BaseRelation, a: usize, b: usize) -> bool {
        let events = (self.node(a).event, self.node(b).event);
        match relation {
            BaseRelation::ProgramOrder => self.before(a, b),
            BaseRelation::PoLoc => self.before(a, b) && self.same_memory(a, b),
            BaseRelation::SameLocation => self.same_memory(a, b),
            BaseRelation::SameVirtual => {
                match (self.outcome(a).location, self.outcome(b).location) {
                    (Some(a), Some(b)) => self.program.same_address(a, b),
                    _ => false,
                }
            }
            BaseRelation::ReadsFrom => self.reads_from(a, b),
            BaseRelation::Coherence => self.coherent(a, b),
            BaseRelation::FromReads => self.before_write(a, b),
            BaseRelation::Rmw => self.rmw(a, b),
            BaseRelation::Addr | BaseRelation::Data | BaseRelation::Ctrl => {
                self.depends(relation, a, b)
            }
            BaseRelation::Internal => self.thread(a) == self.thread(b),
            BaseRelation::External => self.thread(a) != self.thread(b),
            BaseRelation::Identity => a == b,
            BaseRelation::SameThread => self.near(a, b, Scope::Thread),
            BaseRelation::SameWarp => self.near(a, b, Scope::Warp),
            BaseRelation::SameCta => self.near(a, b, Scope::Cta),
            BaseRelation::SameGpu => self.near(a, b, Scope::Gpu),
            BaseRelation::ScopesInclude => self.reaches(a, b) && self.reaches(b, a),
            BaseRelation::Reaches => self.reaches(a, b),
            BaseRelation::Covers => {
                let instance = |node| self.thread(node).zip(self.facts(node).scope());
                match (instance(a), instance(b)) {
                    (Some(outer), Some(inner)) => instance_contains(self.program, outer, inner),
                    _ => false,
                }
            }
            BaseRelation::SameInstance => {
                self.facts(a).scope() == self.facts(b).scope()
                    && self.reaches(a, b)
                    && self.reaches(b, a)
            }
            BaseRelation::SyncBarrier => {
                let (from, to) = events;
                synchronize(self.program, self.unrolled, self.execution, from, to)
            }
            BaseRelation::SyncFence => self.fences.contains(events.0.0, events.1.0),
        }
    }
}

impl Base for Judged<'_> {
    fn events(&self) -> usize {
        self.nodes.len()
    }

    fn set(&self, set: BaseSet) -> BitSet {
        let mut result = BitSet::new(self.nodes.len());
        for node in 0..self.nodes.len() {
            let facts = self.facts(node);
            if !self.executed[node] {
                continue;
            }
            let wrote = self.outcome(node).wrote.is_some();
            if facts.membership(set).holds(wrote) {
                result.insert(node);
            }
        }
        result
    }

    fn relation(&self, relation: BaseRelation) -> BitMatrix {
        let mut result = BitMatrix::new(self.nodes.len());
        let executed: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| self.executed[node])
            .collect();
        for &a in &executed {
            for &b in &executed {
                if self.related(relation, a, b) {
                    result.insert(a, b);
                }
            }
        }
        result
    }
}
