//! The base vocabulary of one execution, for the solver-free evaluation of models.

use super::evaluate::Base;
use crate::model::relation::options::Options;
use crate::program::events::{Event, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::sat::bitset::{BitMatrix, BitSet};
use crate::syntax::ast::Scope;

use super::concrete::{Executed, Execution};
use super::nodes::{Facts, Node, Nodes, Part};
use super::scopes::Nearness;
use crate::model::relation::base::{BaseRelation, BaseSet};

mod relations;

/// An execution of a program under a model's options.
#[derive(Debug)]
pub struct Judged<'a> {
    program: &'a Program,
    unrolled: &'a Unrolled,
    execution: &'a Execution,
    nodes: Nodes,
    /// The executed nodes, and those of them that have a thread and a scope.
    present: Vec<usize>,
    scoped: Vec<usize>,
    /// What each node's event did, and what it reads from.
    outcomes: Vec<Executed>,
    sources: Vec<Option<EventId>>,
    /// Which nodes can read at all, and which can write.
    reads: Vec<bool>,
    writes: Vec<bool>,
    /// The scope of each node that has one.
    scopes: Vec<Option<Scope>>,
    nearness: Nearness,
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
        let (mut present, mut outcomes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut reads, mut writes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut sources = Vec::with_capacity(count);
        let mut scopes = Vec::with_capacity(count);
        for (index, node) in nodes.list.iter().enumerate() {
            let outcome = execution.events.get(&node.event).copied();
            let happens =
                |outcome: &Executed| node.part != Part::WriteHalf || outcome.wrote.is_some();
            if outcome.as_ref().is_some_and(happens) {
                present.push(index);
            }
            outcomes.push(outcome.unwrap_or_default());
            sources.push(execution.rf.get(&node.event).copied());
            let facts = Facts::new(program, unrolled, *node);
            reads.push(facts.reads());
            writes.push(facts.writes());
            scopes.push(facts.scope());
        }
        let order = |pairs: &[(EventId, EventId)]| {
            let mut order = BitMatrix::new(unrolled.events.len());
            for (before, after) in pairs {
                order.insert(before.0, after.0);
            }
            order
        };
        let is_scoped =
            |node: &usize| scopes[*node].is_some() && nodes.list[*node].thread.is_some();
        let scoped = present.iter().copied().filter(is_scoped).collect();
        let coherence = order(&execution.co);
        let fences = order(&execution.fence_order);
        Self {
            program,
            unrolled,
            execution,
            nodes,
            present,
            scoped,
            outcomes,
            sources,
            reads,
            writes,
            scopes,
            nearness: Nearness::new(program),
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
}

impl Base for Judged<'_> {
    fn events(&self) -> usize {
        self.nodes.len()
    }

    fn set(&self, set: BaseSet) -> BitSet {
        let mut result = BitSet::new(self.nodes.len());
        for &node in &self.present {
            let outcome = self.outcome(node);
            let (wrote, space) = (outcome.wrote.is_some(), outcome.space(self.program));
            if self.facts(node).membership(set).holds(wrote, space) {
                result.insert(node);
            }
        }
        result
    }

    fn relation(&self, relation: BaseRelation) -> BitMatrix {
        self.related(relation)
    }
}
