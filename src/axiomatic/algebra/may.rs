//! Which events and pairs a model's sets and relations can have at all, before any literal.

use std::sync::Arc;

use crate::sat::Lit;

use super::extent::{Extent, difference, intersection, union};
use super::symbolic::Symbolic;
use crate::model::relation::expr::{Expr, ExprId, Kind, RecId};
use crate::sat::bitset::{BitMatrix, BitSet};

impl Symbolic<'_, '_, '_> {
    /// The pairs a relation can have.
    pub fn may_relation(&mut self, id: ExprId) -> Arc<BitMatrix> {
        match self.may(id) {
            Extent::Relation(matrix) => matrix,
            Extent::Set(_) => Arc::new(BitMatrix::new(self.size)),
        }
    }

    /// The events a set can have.
    pub fn may_set(&mut self, id: ExprId) -> Arc<BitSet> {
        match self.may(id) {
            Extent::Set(set) => set,
            Extent::Relation(_) => Arc::new(BitSet::new(self.size)),
        }
    }

    pub(super) fn may(&mut self, id: ExprId) -> Extent {
        if let Some(known) = &self.may[id.0 as usize] {
            return known.clone();
        }
        let found = self.find_may(id);
        let settled = match self.groups[id.0 as usize] {
            None => true,
            Some(group) => self.group_solved(group),
        };
        if settled {
            self.may[id.0 as usize] = Some(found.clone());
        }
        found
    }

    pub(super) fn group_solved(&self, group: u32) -> bool {
        self.rounds.contains_key(&group)
    }

    fn find_may(&mut self, id: ExprId) -> Extent {
        match self.arena.get(id) {
            Expr::Set(set) => {
                let mut result = BitSet::new(self.size);
                for node in 0..self.size {
                    if self.frame.member(set, node) != Lit::FALSE {
                        result.insert(node);
                    }
                }
                Extent::Set(Arc::new(result))
            }
            Expr::Relation(relation) => Extent::Relation(self.base(relation).1.clone()),
            Expr::Empty(Kind::Set) => Extent::Set(Arc::new(BitSet::new(self.size))),
            Expr::Empty(Kind::Relation) => Extent::Relation(Arc::new(BitMatrix::new(self.size))),
            Expr::Union(a, b) => union(self.may(a), &self.may(b)),
            Expr::Intersection(a, b) => intersection(self.may(a), &self.may(b)),
            Expr::Difference(whole, taken) => {
                let whole = self.may(whole);
                self.may_difference(Some(whole), taken)
            }
            Expr::Complement(taken) => self.may_difference(None, taken),
            Expr::Recursive(rec) => self.may_recursive(rec),
            Expr::Compose(a, b) => {
                let (left, right) = (self.may_relation(a), self.may_relation(b));
                Extent::Relation(Arc::new(left.compose(&right)))
            }
            Expr::Inverse(a) => Extent::Relation(Arc::new(self.may_relation(a).inverse())),
            Expr::Optional(a) => {
                Extent::Relation(Arc::new(reflexive((*self.may_relation(a)).clone())))
            }
            Expr::Plus(a) => Extent::Relation(Arc::new(self.may_relation(a).closure())),
            Expr::Star(a) => Extent::Relation(Arc::new(reflexive(self.may_relation(a).closure()))),
            Expr::Product(a, b) => {
                let (left, right) = (self.may_set(a), self.may_set(b));
                Extent::Relation(Arc::new(BitMatrix::product(&left, &right)))
            }
            Expr::Identity(a) => Extent::Relation(Arc::new(BitMatrix::identity(&self.may_set(a)))),
            Expr::Domain(a) => Extent::Set(Arc::new(self.may_relation(a).domain())),
            Expr::Range(a) => Extent::Set(Arc::new(self.may_relation(a).range())),
        }
    }

    /// Of a difference, from a whole or from everything, what is certainly taken out is out.
    fn may_difference(&mut self, whole: Option<Extent>, taken: ExprId) -> Extent {
        let whole = whole.unwrap_or_else(|| {
            let all = BitSet::full(self.size);
            match self.arena.kind(taken) {
                Kind::Set => Extent::Set(Arc::new(all)),
                Kind::Relation => Extent::Relation(Arc::new(BitMatrix::product(&all, &all))),
            }
        });
        difference(whole, &self.must(taken))
    }

    /// The least may-sets of a recursive group, by iteration from nothing.
    pub(super) fn may_recursive(&mut self, rec: RecId) -> Extent {
        if let Some(known) = &self.solved[rec.0 as usize] {
            return known.clone();
        }
        let group = self.arena.recursive[rec.0 as usize].group;
        let members: Vec<usize> = (0..self.arena.recursive.len())
            .filter(|&index| self.arena.recursive[index].group == group)
            .collect();
        for &member in &members {
            self.solved[member] = Some(match self.arena.recursive[member].kind {
                Kind::Set => Extent::Set(Arc::new(BitSet::new(self.size))),
                Kind::Relation => Extent::Relation(Arc::new(BitMatrix::new(self.size))),
            });
        }
        loop {
            let mut changed = false;
            for &member in &members {
                let Some(body) = self.arena.recursive[member].body else {
                    continue;
                };
                let next = self.may(body);
                changed |= match (&mut self.solved[member], next) {
                    (Some(Extent::Set(own)), Extent::Set(more)) => {
                        Arc::make_mut(own).union_with(&more)
                    }
                    (Some(Extent::Relation(own)), Extent::Relation(more)) => {
                        Arc::make_mut(own).union_with(&more)
                    }
                    (Some(Extent::Set(_)), Extent::Relation(_))
                    | (Some(Extent::Relation(_)), Extent::Set(_))
                    | (None, _) => false,
                };
            }
            if !changed {
                break;
            }
        }
        // A least derivation never uses a fact to prove itself, so its height is at most the
        // number of facts.
        let facts: usize = members
            .iter()
            .map(|&member| match &self.solved[member] {
                Some(Extent::Set(set)) => set.len(),
                Some(Extent::Relation(matrix)) => matrix.iter().count(),
                None => 0,
            })
            .sum();
        let rounds = u16::try_from(facts).unwrap_or(u16::MAX);
        self.rounds.insert(group, rounds);
        self.solved[rec.0 as usize]
            .clone()
            .unwrap_or_else(|| Extent::Set(Arc::new(BitSet::new(self.size))))
    }
}

fn reflexive(mut matrix: BitMatrix) -> BitMatrix {
    for node in 0..matrix.size() {
        matrix.insert(node, node);
    }
    matrix
}
