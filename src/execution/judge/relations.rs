//! The base relations of one execution.

use crate::execution::meetings::synchronize;
use crate::execution::nodes::Part;
use crate::model::relation::base::BaseRelation;
use crate::program::events::{Dependency, EventKind};
use crate::program::{LocationId, Program};
use crate::sat::bitset::BitMatrix;
use crate::syntax::ast::Scope;

use super::Judged;

impl Judged<'_> {
    /// The executed pairs of a relation.
    pub(super) fn related(&self, relation: BaseRelation) -> BitMatrix {
        match relation {
            BaseRelation::ProgramOrder => self.pairs(|a, b| self.before(a, b)),
            BaseRelation::PoLoc => self.pairs(|a, b| self.before(a, b) && self.same_memory(a, b)),
            BaseRelation::SameLocation => self.pairs(|a, b| self.same_memory(a, b)),
            BaseRelation::SameVirtual => {
                self.pairs(|a, b| self.located(a, b, Program::same_address))
            }
            BaseRelation::ReadsFrom => self.pairs(|a, b| self.reads_from(a, b)),
            BaseRelation::Coherence => self.pairs(|a, b| self.coherent(a, b)),
            BaseRelation::FromReads => self.pairs(|a, b| self.before_write(a, b)),
            BaseRelation::Rmw => self.pairs(|a, b| self.rmw(a, b)),
            BaseRelation::Addr | BaseRelation::Data | BaseRelation::Ctrl => {
                self.pairs(|a, b| self.depends(relation, a, b))
            }
            BaseRelation::Internal => self.pairs(|a, b| self.thread(a) == self.thread(b)),
            BaseRelation::External => self.pairs(|a, b| self.thread(a) != self.thread(b)),
            BaseRelation::Identity => self.pairs(|a, b| a == b),
            BaseRelation::SameThread => self.near(Scope::Thread),
            BaseRelation::SameWarp => self.near(Scope::Warp),
            BaseRelation::SameCta => self.near(Scope::Cta),
            BaseRelation::SameGpu => self.near(Scope::Gpu),
            BaseRelation::ScopesInclude => self.scoped_pairs(|a, b| self.reach_each_other(a, b)),
            BaseRelation::Reaches => self.pairs(|a, b| self.reaches(a, b)),
            BaseRelation::Covers => self.scoped_pairs(|a, b| self.covers(a, b)),
            BaseRelation::SameInstance => {
                self.pairs(|a, b| self.scopes[a] == self.scopes[b] && self.reach_each_other(a, b))
            }
            BaseRelation::SyncBarrier => self.pairs(|a, b| self.synchronized(a, b)),
            BaseRelation::SyncFence => self.pairs(|a, b| self.fenced(a, b)),
        }
    }

    fn near(&self, scope: Scope) -> BitMatrix {
        self.pairs(|a, b| match (self.thread(a), self.thread(b)) {
            (Some(a), Some(b)) => self.nearness.includes(a, scope, b),
            _ => false,
        })
    }

    fn reaches(&self, a: usize, b: usize) -> bool {
        match (self.scopes[a], self.thread(a), self.thread(b)) {
            (Some(scope), Some(own), Some(other)) => self.nearness.includes(own, scope, other),
            _ => false,
        }
    }

    fn reach_each_other(&self, a: usize, b: usize) -> bool {
        self.reaches(a, b) && self.reaches(b, a)
    }

    fn covers(&self, a: usize, b: usize) -> bool {
        let instance = |node: usize| self.thread(node).zip(self.scopes[node]);
        match (instance(a), instance(b)) {
            (Some(outer), Some(inner)) => self.nearness.contains(outer, inner),
            _ => false,
        }
    }

    fn synchronized(&self, a: usize, b: usize) -> bool {
        let (from, to) = (self.node(a).event, self.node(b).event);
        synchronize(self.program, self.unrolled, self.execution, from, to)
    }

    fn fenced(&self, a: usize, b: usize) -> bool {
        let (from, to) = (self.node(a).event, self.node(b).event);
        self.fences.contains(from.0, to.0)
    }

    /// Whether their locations are known and something holds of them.
    fn located(
        &self,
        a: usize,
        b: usize,
        holds: impl Fn(&Program, LocationId, LocationId) -> bool,
    ) -> bool {
        match (self.outcome(a).location, self.outcome(b).location) {
            (Some(a), Some(b)) => holds(self.program, a, b),
            _ => false,
        }
    }

    /// The executed pairs of which something holds.
    fn pairs(&self, holds: impl Fn(usize, usize) -> bool) -> BitMatrix {
        self.pairs_of(&self.present, holds)
    }

    /// As [`Self::pairs`], where it holds of nodes with a scope only.
    fn scoped_pairs(&self, holds: impl Fn(usize, usize) -> bool) -> BitMatrix {
        self.pairs_of(&self.scoped, holds)
    }

    fn pairs_of(&self, nodes: &[usize], holds: impl Fn(usize, usize) -> bool) -> BitMatrix {
        let mut result = BitMatrix::new(self.nodes.len());
        for &a in nodes {
            for &b in nodes {
                if holds(a, b) {
                    result.insert(a, b);
                }
            }
        }
        result
    }

    fn before(&self, a: usize, b: usize) -> bool {
        a < b && self.node(a).comes_before(&self.node(b))
    }

    fn same_memory(&self, a: usize, b: usize) -> bool {
        self.located(a, b, Program::same_memory)
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
}
