//! Which events and pairs a model's sets and relations have in any case, before any literal: their literals
//! are true on either side, and no assumption that a reason may drop makes them so.

use std::sync::Arc;

use crate::sat::Lit;
use crate::sat::bitset::{BitMatrix, BitSet};

use super::extent::{Extent, difference, intersection, union};
use super::symbolic::Symbolic;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::relation::expr::{Expr, ExprId, Kind, RecId};

impl Symbolic<'_, '_, '_> {
    /// What is certainly in a set or a relation.
    pub(super) fn must(&mut self, id: ExprId) -> Extent {
        if let Some(known) = &self.must[id.0 as usize] {
            return known.clone();
        }
        let group = self.groups[id.0 as usize];
        // Where what may be in it is still being found, nothing is certain.
        if group.is_some_and(|group| !self.group_solved(group)) {
            return self.nothing(self.arena.kind(id));
        }
        let found = self.find_must(id);
        // What a definition is in the middle of its iteration is not kept.
        if group.is_none_or(|group| self.iterated.contains(&group)) {
            self.must[id.0 as usize] = Some(found.clone());
        }
        found
    }

    fn must_relation(&mut self, id: ExprId) -> Arc<BitMatrix> {
        match self.must(id) {
            Extent::Relation(matrix) => matrix,
            Extent::Set(_) => Arc::new(BitMatrix::new(self.size)),
        }
    }

    fn must_set(&mut self, id: ExprId) -> Arc<BitSet> {
        match self.must(id) {
            Extent::Set(set) => set,
            Extent::Relation(_) => Arc::new(BitSet::new(self.size)),
        }
    }

    fn find_must(&mut self, id: ExprId) -> Extent {
        match self.arena.get(id) {
            Expr::Set(set) => Extent::Set(Arc::new(self.base_set(set))),
            Expr::Relation(relation) => Extent::Relation(Arc::new(self.base_relation(relation))),
            Expr::Empty(kind) => self.nothing(kind),
            Expr::Union(a, b) => union(self.must(a), &self.must(b)),
            Expr::Intersection(a, b) => intersection(self.must(a), &self.must(b)),
            Expr::Difference(whole, taken) => difference(self.must(whole), &self.may(taken)),
            Expr::Complement(taken) => {
                difference(self.executed(self.arena.kind(taken)), &self.may(taken))
            }
            Expr::Recursive(rec) => self.must_recursive(rec),
            Expr::Compose(a, b) => {
                let (left, right) = (self.must_relation(a), self.must_relation(b));
                Extent::Relation(Arc::new(left.compose(&right)))
            }
            Expr::Inverse(a) => Extent::Relation(Arc::new(self.must_relation(a).inverse())),
            Expr::Optional(a) => {
                let inner = (*self.must_relation(a)).clone();
                Extent::Relation(Arc::new(self.reflexive(inner)))
            }
            Expr::Plus(a) => Extent::Relation(Arc::new(self.must_relation(a).closure())),
            Expr::Star(a) => {
                let paths = self.must_relation(a).closure();
                Extent::Relation(Arc::new(self.reflexive(paths)))
            }
            Expr::Product(a, b) => {
                let (left, right) = (self.must_set(a), self.must_set(b));
                Extent::Relation(Arc::new(BitMatrix::product(&left, &right)))
            }
            Expr::Identity(a) => Extent::Relation(Arc::new(BitMatrix::identity(&self.must_set(a)))),
            Expr::Domain(a) => Extent::Set(Arc::new(self.must_relation(a).domain())),
            Expr::Range(a) => Extent::Set(Arc::new(self.must_relation(a).range())),
        }
    }

    fn base_set(&mut self, set: BaseSet) -> BitSet {
        let mut result = BitSet::new(self.size);
        for node in 0..self.size {
            if self.frame.member(set, node) == Lit::TRUE
                && !self.relax.weakens_set(self.frame, set, node)
            {
                result.insert(node);
            }
        }
        result
    }

    fn base_relation(&mut self, relation: BaseRelation) -> BitMatrix {
        let (square, may) = self.base(relation);
        let mut result = BitMatrix::new(may.size());
        for (from, to) in may
            .iter()
            .filter(|&(from, to)| square.get(from, to) == Lit::TRUE)
        {
            result.insert(from, to);
        }
        if self.relax.weakens(relation) {
            // The halves of an operation are one instruction in any case.
            let frame = &*self.frame;
            let mut halves = BitMatrix::new(result.size());
            for (from, to) in result
                .iter()
                .filter(|&(from, to)| frame.event(from) == frame.event(to))
            {
                halves.insert(from, to);
            }
            return halves;
        }
        result
    }

    /// The events that every execution has, or their pairs.
    fn executed(&self, kind: Kind) -> Extent {
        let mut all = BitSet::new(self.size);
        for (node, &executed) in self.frame.executed.iter().enumerate() {
            if executed == Lit::TRUE {
                all.insert(node);
            }
        }
        match kind {
            Kind::Set => Extent::Set(Arc::new(all)),
            Kind::Relation => Extent::Relation(Arc::new(BitMatrix::product(&all, &all))),
        }
    }

    fn reflexive(&self, mut matrix: BitMatrix) -> BitMatrix {
        for (node, &executed) in self.frame.executed.iter().enumerate() {
            if executed == Lit::TRUE {
                matrix.insert(node, node);
            }
        }
        matrix
    }

    /// By iteration from nothing: each round only adds what the definitions have in any case.
    fn must_recursive(&mut self, rec: RecId) -> Extent {
        let arena = self.arena;
        let definitions = &arena.recursive;
        let definition = &definitions[rec.0 as usize];
        let (kind, group) = (definition.kind, definition.group);
        if self.musts[rec.0 as usize].is_none() {
            let members = |index: &usize| definitions[*index].group == group;
            let members: Vec<usize> = (0..definitions.len()).filter(members).collect();
            for &member in &members {
                self.musts[member] = Some(self.nothing(definitions[member].kind));
            }
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for &member in &members {
                    let Some(body) = definitions[member].body else {
                        continue;
                    };
                    let next = Some(self.must(body));
                    changed |= next != self.musts[member];
                    self.musts[member] = next;
                }
            }
            self.iterated.insert(group);
        }
        self.musts[rec.0 as usize]
            .clone()
            .unwrap_or_else(|| self.nothing(kind))
    }

    fn nothing(&self, kind: Kind) -> Extent {
        match kind {
            Kind::Set => Extent::Set(Arc::new(BitSet::new(self.size))),
            Kind::Relation => Extent::Relation(Arc::new(BitMatrix::new(self.size))),
        }
    }
}
