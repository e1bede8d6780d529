//! Which events and pairs a model's sets and relations can have at all, before any literal.

use std::sync::Arc;

use crate::sat::Lit;

use super::symbolic::{May, Side, Symbolic};
use crate::model::relation::expr::{Expr, ExprId, Kind, RecId};
use crate::sat::bitset::{BitMatrix, BitSet};

impl Symbolic<'_, '_, '_> {
    /// The pairs a relation can have.
    pub fn may_relation(&mut self, id: ExprId) -> Arc<BitMatrix> {
        match self.may(id) {
            May::Relation(matrix) => matrix,
            May::Set(_) => Arc::new(BitMatrix::new(self.size)),
        }
    }

    /// The events a set can have.
    pub fn may_set(&mut self, id: ExprId) -> Arc<BitSet> {
        match self.may(id) {
            May::Set(set) => set,
            May::Relation(_) => Arc::new(BitSet::new(self.size)),
        }
    }

    fn may(&mut self, id: ExprId) -> May {
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

    fn group_solved(&self, group: u32) -> bool {
        self.rounds.contains_key(&group)
    }

    fn find_may(&mut self, id: ExprId) -> May {
        match self.arena.get(id) {
            Expr::Set(set) => {
                let mut result = BitSet::new(self.size);
                for node in 0..self.size {
                    if self.frame.member(set, node) != Lit::FALSE {
                        result.insert(node);
                    }
                }
                May::Set(Arc::new(result))
            }
            Expr::Relation(relation) => May::Relation(self.base(relation).1.clone()),
            Expr::Empty(Kind::Set) => May::Set(Arc::new(BitSet::new(self.size))),
            Expr::Empty(Kind::Relation) => May::Relation(Arc::new(BitMatrix::new(self.size))),
            Expr::Union(a, b) => match (self.may(a), self.may(b)) {
                (May::Set(mut left), May::Set(right)) => {
                    Arc::make_mut(&mut left).union_with(&right);
                    May::Set(left)
                }
                (May::Relation(mut left), May::Relation(right)) => {
                    Arc::make_mut(&mut left).union_with(&right);
                    May::Relation(left)
                }
                (left, _) => left,
            },
            Expr::Intersection(a, b) => match (self.may(a), self.may(b)) {
                (May::Set(mut left), May::Set(right)) => {
                    Arc::make_mut(&mut left).intersect_with(&right);
                    May::Set(left)
                }
                (May::Relation(mut left), May::Relation(right)) => {
                    Arc::make_mut(&mut left).intersect_with(&right);
                    May::Relation(left)
                }
                (left, _) => left,
            },
            Expr::Difference(whole, taken) => {
                let whole = self.may(whole);
                self.may_difference(Some(whole), taken)
            }
            Expr::Complement(taken) => self.may_difference(None, taken),
            Expr::Recursive(rec) => self.may_recursive(rec),
            Expr::Compose(a, b) => {
                let (left, right) = (self.may_relation(a), self.may_relation(b));
                May::Relation(Arc::new(left.compose(&right)))
            }
            Expr::Inverse(a) => May::Relation(Arc::new(self.may_relation(a).inverse())),
            Expr::Optional(a) => {
                May::Relation(Arc::new(reflexive((*self.may_relation(a)).clone())))
            }
            Expr::Plus(a) => May::Relation(Arc::new(self.may_relation(a).closure())),
            Expr::Star(a) => May::Relation(Arc::new(reflexive(self.may_relation(a).closure()))),
            Expr::Product(a, b) => {
                let (left, right) = (self.may_set(a), self.may_set(b));
                let mut result = BitMatrix::new(self.size);
                for from in left.iter() {
                    result.insert_all(from, &right);
                }
                May::Relation(Arc::new(result))
            }
            Expr::Identity(a) => {
                let mut result = BitMatrix::new(self.size);
                for node in self.may_set(a).iter() {
                    result.insert(node, node);
                }
                May::Relation(Arc::new(result))
            }
            Expr::Domain(a) => May::Set(Arc::new(self.may_relation(a).domain())),
            Expr::Range(a) => May::Set(Arc::new(self.may_relation(a).range())),
        }
    }

    /// Whether something is taken out of a difference in any case: it is certain, and no assumption
    /// that a reason may drop makes it so.
    fn certain(&mut self, taken: ExprId, from: usize, to: usize) -> bool {
        self.pair(taken, from, to, Side::Require) == Lit::TRUE
            && (!self.relax.is_named() || self.pair(taken, from, to, Side::Forbid) == Lit::TRUE)
    }

    /// Of a difference, from a whole or from everything, what is certainly taken out is out.
    fn may_difference(&mut self, whole: Option<May>, taken: ExprId) -> May {
        match self.may(taken) {
            May::Set(out) => {
                let mut result = match whole {
                    Some(May::Set(set)) => (*set).clone(),
                    Some(May::Relation(_)) | None => BitSet::full(self.size),
                };
                for node in out.iter() {
                    if result.contains(node) && self.certain(taken, node, node) {
                        result.remove(node);
                    }
                }
                May::Set(Arc::new(result))
            }
            May::Relation(out) => {
                let mut result = match whole {
                    Some(May::Relation(matrix)) => (*matrix).clone(),
                    Some(May::Set(_)) | None => full(self.size),
                };
                for (from, to) in out.iter() {
                    if result.contains(from, to) && self.certain(taken, from, to) {
                        result.remove(from, to);
                    }
                }
                May::Relation(Arc::new(result))
            }
        }
    }

    /// The least may-sets of a recursive group, by iteration from nothing.
    pub(super) fn may_recursive(&mut self, rec: RecId) -> May {
        if let Some(known) = &self.solved[rec.0 as usize] {
            return known.clone();
        }
        let group = self.arena.recursive[rec.0 as usize].group;
        let members: Vec<usize> = (0..self.arena.recursive.len())
            .filter(|&index| self.arena.recursive[index].group == group)
            .collect();
        for &member in &members {
            self.solved[member] = Some(match self.arena.recursive[member].kind {
                Kind::Set => May::Set(Arc::new(BitSet::new(self.size))),
                Kind::Relation => May::Relation(Arc::new(BitMatrix::new(self.size))),
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
                    (Some(May::Set(own)), May::Set(more)) => Arc::make_mut(own).union_with(&more),
                    (Some(May::Relation(own)), May::Relation(more)) => {
                        Arc::make_mut(own).union_with(&more)
                    }
                    (Some(May::Set(_)), May::Relation(_))
                    | (Some(May::Relation(_)), May::Set(_))
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
                Some(May::Set(set)) => set.len(),
                Some(May::Relation(matrix)) => matrix.iter().count(),
                None => 0,
            })
            .sum();
        let rounds = u16::try_from(facts).unwrap_or(u16::MAX);
        self.rounds.insert(group, rounds);
        self.solved[rec.0 as usize]
            .clone()
            .unwrap_or_else(|| May::Set(Arc::new(BitSet::new(self.size))))
    }
}

fn reflexive(mut matrix: BitMatrix) -> BitMatrix {
    for node in 0..matrix.size() {
        matrix.insert(node, node);
    }
    matrix
}

fn full(size: usize) -> BitMatrix {
    let mut matrix = BitMatrix::new(size);
    let all = BitSet::full(size);
    for from in 0..size {
        matrix.insert_all(from, &all);
    }
    matrix
}
