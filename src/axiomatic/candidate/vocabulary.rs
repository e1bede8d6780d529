//! The base sets and relations of candidate executions, as literals.

use crate::program::ThreadId;
use crate::program::events::{Dependency, EventKind};
use crate::sat::Lit;
use crate::syntax::ast::{Fence, Scope};

use super::frame::{Frame, Square};
use crate::execution::membership::Membership;
use crate::execution::nodes::{Facts, Part};
use crate::execution::scopes::{instance_contains, scope_includes};
use crate::model::registry::Axiomatic;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::relation::expr::Expr;

impl Frame<'_> {
    fn facts(&self, node: usize) -> Facts<'_> {
        Facts::new(self.program, self.unrolled, self.nodes.list[node])
    }

    fn thread(&self, node: usize) -> Option<ThreadId> {
        self.nodes.list[node].thread
    }

    /// When a node is in a base set.
    #[must_use]
    pub fn member(&mut self, set: BaseSet, node: usize) -> Lit {
        let (executed, writing) = (self.executed[node], self.writing[node]);
        match self.facts(node).membership(set) {
            Membership::Never => Lit::FALSE,
            Membership::Executed => executed,
            Membership::Successful => writing,
            Membership::Failed => self.circuit.and(executed, !writing),
            Membership::At(space) => {
                let places = self.places[node].iter();
                let there = places.filter(|(at, _)| self.program.location(*at).space == space);
                let there: Vec<Lit> = there.map(|(_, when)| *when).collect();
                let there = self.circuit.any(there);
                self.circuit.and(executed, there)
            }
        }
    }

    /// When each pair of nodes is in a base relation.
    pub fn relation(&mut self, relation: BaseRelation) -> Square {
        match relation {
            BaseRelation::ReadsFrom => return self.rf.clone(),
            BaseRelation::Coherence => return self.co.clone(),
            BaseRelation::FromReads => return self.find_from_reads(),
            BaseRelation::Addr | BaseRelation::Data | BaseRelation::Ctrl => {
                return self.dependencies(relation);
            }
            BaseRelation::SyncBarrier => return self.barriers(),
            BaseRelation::SyncFence => return self.order_fences(),
            _ => {}
        }
        let size = self.nodes.len();
        let mut square = Square::new(size);
        for from in 0..size {
            for to in 0..size {
                let holds = self.pair(relation, from, to);
                if holds == Lit::FALSE {
                    continue;
                }
                let both = self.both(from, to);
                let lit = self.circuit.and(both, holds);
                square.set(from, to, lit);
            }
        }
        square
    }

    /// When a pair of executed nodes is in a base relation.
    fn pair(&mut self, relation: BaseRelation, a: usize, b: usize) -> Lit {
        let (left, right) = (self.thread(a), self.thread(b));
        match relation {
            BaseRelation::ProgramOrder => Lit::constant(self.program_order(a, b)),
            BaseRelation::PoLoc if self.program_order(a, b) => self.same_memory(a, b),
            BaseRelation::SameLocation => self.same_memory(a, b),
            BaseRelation::SameVirtual => self.same_address(a, b),
            BaseRelation::Rmw => {
                let (first, second) = (self.nodes.list[a], self.nodes.list[b]);
                let halves = (first.part, second.part) == (Part::ReadHalf, Part::WriteHalf);
                let whole = a == b && first.part == Part::Whole && self.facts(a).reads();
                if first.event == second.event && (halves || whole) {
                    self.writing[b]
                } else {
                    Lit::FALSE
                }
            }
            BaseRelation::Internal => Lit::constant(left == right),
            BaseRelation::External => Lit::constant(left != right),
            BaseRelation::Identity => Lit::constant(a == b),
            BaseRelation::SameThread => self.near(a, b, Scope::Thread),
            BaseRelation::SameWarp => self.near(a, b, Scope::Warp),
            BaseRelation::SameCta => self.near(a, b, Scope::Cta),
            BaseRelation::SameGpu => self.near(a, b, Scope::Gpu),
            BaseRelation::ScopesInclude => Lit::constant(self.scopes_include(a, b)),
            BaseRelation::Reaches => Lit::constant(self.reaches(a, b)),
            BaseRelation::Covers => Lit::constant(self.covers(a, b)),
            BaseRelation::SameInstance => Lit::constant(self.same_instance(a, b)),
            _ => Lit::FALSE,
        }
    }

    /// Whether one node is before the other in their thread's code, should both be executed.
    #[must_use]
    pub fn program_order(&self, a: usize, b: usize) -> bool {
        a < b && self.nodes.list[a].comes_before(&self.nodes.list[b])
    }

    fn near(&self, a: usize, b: usize, scope: Scope) -> Lit {
        match (self.thread(a), self.thread(b)) {
            (Some(left), Some(right)) => {
                Lit::constant(scope_includes(self.program, left, scope, right))
            }
            _ => Lit::FALSE,
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

    fn scopes_include(&self, a: usize, b: usize) -> bool {
        self.reaches(a, b) && self.reaches(b, a)
    }

    fn covers(&self, a: usize, b: usize) -> bool {
        let instance = |node| self.thread(node).zip(self.facts(node).scope());
        match (instance(a), instance(b)) {
            (Some(outer), Some(inner)) => instance_contains(self.program, outer, inner),
            _ => false,
        }
    }

    /// Same kind of scope, and the same set of threads.
    fn same_instance(&self, a: usize, b: usize) -> bool {
        self.facts(a).scope() == self.facts(b).scope() && self.scopes_include(a, b)
    }

    fn find_from_reads(&mut self) -> Square {
        let mut square = Square::new(self.nodes.len());
        for reader in self.readers().to_vec() {
            let sources = self.sources(reader);
            if self.circuit.is_full() {
                return square;
            }
            for writer in self.writers().to_vec() {
                if writer == reader {
                    continue;
                }
                let mut cases = Vec::new();
                for &source in &sources {
                    let later = self.co.get(source, writer);
                    cases.push(self.circuit.and(self.rf.get(source, reader), later));
                }
                let lit = self.circuit.any(cases);
                square.set(reader, writer, lit);
            }
        }
        square
    }

    fn dependencies(&mut self, relation: BaseRelation) -> Square {
        let mut square = Square::new(self.nodes.len());
        for index in 0..self.unrolled.events.len() {
            let event = &self.unrolled.events[index];
            let list: &[Dependency] = match relation {
                BaseRelation::Addr => &event.addr,
                BaseRelation::Data => &event.data,
                _ => &event.ctrl,
            };
            let (reader, writer) = self.nodes.of_event[index];
            // An operand of a read-modify-write is data for its write; its address and what
            // decides whether it runs are for both halves.
            let targets = if relation == BaseRelation::Data {
                writer..=writer
            } else {
                reader..=writer
            };
            for dependency in list {
                let from = self.nodes.of_event[dependency.on.0].0;
                let when = self.values.guard(&mut self.circuit, dependency.when);
                for to in targets.clone() {
                    self.depend(&mut square, from, to, when);
                }
            }
            // What a read-modify-write adds to comes from its own read.
            if let EventKind::ReadWrite { uses_old: true, .. } = event.kind
                && relation == BaseRelation::Data
                && reader != writer
            {
                self.depend(&mut square, reader, writer, Lit::TRUE);
            }
        }
        square
    }

    fn depend(&mut self, square: &mut Square, from: usize, to: usize, when: Lit) {
        let both = self.both(from, to);
        let lit = self.circuit.and(both, when);
        let known = square.get(from, to);
        let lit = self.circuit.or(known, lit);
        square.set(from, to, lit);
    }

    /// An execution has an order of fences where only a flag asks for it, too.
    pub fn order_for_flags(&mut self, model: &Axiomatic) {
        let asked = Expr::Relation(BaseRelation::SyncFence);
        if model.definition.arena.find(asked).is_some() {
            self.order_fences();
        }
    }

    /// For every pair of `fence.sc` whose scopes include each other, one direction; no circles.
    fn order_fences(&mut self) -> Square {
        if let Some(known) = &self.fence_order {
            return known.clone();
        }
        let size = self.nodes.len();
        let mut square = Square::new(size);
        let fences: Vec<usize> = (0..size)
            .filter(|&node| {
                matches!(
                    self.unrolled.events[self.event(node).0].kind,
                    EventKind::Fence(Fence::Sc(_))
                )
            })
            .collect();
        for (index, &a) in fences.iter().enumerate() {
            for &b in &fences[index + 1..] {
                if !self.scopes_include(a, b) && !self.program_order(a, b) {
                    continue;
                }
                let both = self.both(a, b);
                if both == Lit::FALSE {
                    continue;
                }
                let forward = self.circuit.variable();
                let (there, back) = (
                    self.circuit.and(both, forward),
                    self.circuit.and(both, !forward),
                );
                square.set(a, b, there);
                square.set(b, a, back);
            }
        }
        let edges: Vec<(usize, usize, Lit)> = pairs(&square, &fences);
        crate::sat::acyclic::forbid_cycles(&mut self.circuit, size, &edges, Lit::TRUE);
        self.fence_order = Some(square.clone());
        square
    }
}

/// The possible pairs among some nodes.
fn pairs(square: &Square, nodes: &[usize]) -> Vec<(usize, usize, Lit)> {
    let mut found = Vec::new();
    for &a in nodes {
        for &b in nodes {
            if square.get(a, b) != Lit::FALSE {
                found.push((a, b, square.get(a, b)));
            }
        }
    }
    found
}
