//! What the operators of a model make of sets and relations as bits. They are the same for what can be and for
//! what is in any case, but that a difference or a complement takes its right side from the other bound.

use std::sync::Arc;

use crate::model::relation::expr::{Expr, ExprId, Kind};
use crate::sat::bitset::{BitMatrix, BitSet};

use super::extent::{Extent, difference, intersection, union};
use super::symbolic::Symbolic;

/// From which side an extent bounds a set or a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing else can be in it.
    May,
    /// All of this is in it in any case.
    Must,
}

impl Bound {
    const fn other(self) -> Self {
        match self {
            Self::May => Self::Must,
            Self::Must => Self::May,
        }
    }
}

impl Symbolic<'_, '_, '_> {
    /// The bound of an expression, made from those of its operands.
    pub(super) fn find(&mut self, bound: Bound, id: ExprId) -> Extent {
        match self.arena.get(id) {
            Expr::Set(set) => Extent::Set(Arc::new(match bound {
                Bound::May => self.may_base_set(set),
                Bound::Must => self.must_base_set(set),
            })),
            Expr::Relation(relation) => Extent::Relation(match bound {
                Bound::May => self.base(relation).1.clone(),
                Bound::Must => Arc::new(self.must_base_relation(relation)),
            }),
            Expr::Recursive(rec) => match bound {
                Bound::May => self.may_recursive(rec),
                Bound::Must => self.must_recursive(rec),
            },
            Expr::Empty(kind) => self.nothing(kind),
            Expr::Union(a, b) => union(self.bound(bound, a), &self.bound(bound, b)),
            Expr::Intersection(a, b) => intersection(self.bound(bound, a), &self.bound(bound, b)),
            Expr::Difference(whole, taken) => {
                difference(self.bound(bound, whole), &self.bound(bound.other(), taken))
            }
            Expr::Complement(taken) => {
                let all = self.everything(bound, self.arena.kind(taken));
                difference(all, &self.bound(bound.other(), taken))
            }
            Expr::Compose(a, b) => {
                let (left, right) = (
                    self.bounded_relation(bound, a),
                    self.bounded_relation(bound, b),
                );
                Extent::Relation(Arc::new(left.compose(&right)))
            }
            Expr::Inverse(a) => {
                Extent::Relation(Arc::new(self.bounded_relation(bound, a).inverse()))
            }
            Expr::Optional(a) => {
                let steps = (*self.bounded_relation(bound, a)).clone();
                Extent::Relation(Arc::new(self.reflexive(bound, steps)))
            }
            Expr::Plus(a) => Extent::Relation(Arc::new(self.bounded_relation(bound, a).closure())),
            Expr::Star(a) => {
                let paths = self.bounded_relation(bound, a).closure();
                Extent::Relation(Arc::new(self.reflexive(bound, paths)))
            }
            Expr::Product(a, b) => {
                let (left, right) = (self.bounded_set(bound, a), self.bounded_set(bound, b));
                Extent::Relation(Arc::new(BitMatrix::product(&left, &right)))
            }
            Expr::Identity(a) => {
                Extent::Relation(Arc::new(BitMatrix::identity(&self.bounded_set(bound, a))))
            }
            Expr::Domain(a) => Extent::Set(Arc::new(self.bounded_relation(bound, a).domain())),
            Expr::Range(a) => Extent::Set(Arc::new(self.bounded_relation(bound, a).range())),
        }
    }

    fn bound(&mut self, bound: Bound, id: ExprId) -> Extent {
        match bound {
            Bound::May => self.may(id),
            Bound::Must => self.must(id),
        }
    }

    pub(super) fn bounded_relation(&mut self, bound: Bound, id: ExprId) -> Arc<BitMatrix> {
        match self.bound(bound, id) {
            Extent::Relation(matrix) => matrix,
            Extent::Set(_) => Arc::new(BitMatrix::new(self.size)),
        }
    }

    pub(super) fn bounded_set(&mut self, bound: Bound, id: ExprId) -> Arc<BitSet> {
        match self.bound(bound, id) {
            Extent::Set(set) => set,
            Extent::Relation(_) => Arc::new(BitSet::new(self.size)),
        }
    }

    /// The events of all executions: those that one can have, or those that each has.
    fn events(&self, bound: Bound) -> BitSet {
        match bound {
            Bound::May => BitSet::full(self.size),
            Bound::Must => self.executed(),
        }
    }

    /// All events, or all their pairs.
    fn everything(&self, bound: Bound, kind: Kind) -> Extent {
        let all = self.events(bound);
        match kind {
            Kind::Set => Extent::Set(Arc::new(all)),
            Kind::Relation => Extent::Relation(Arc::new(BitMatrix::product(&all, &all))),
        }
    }

    fn reflexive(&self, bound: Bound, mut matrix: BitMatrix) -> BitMatrix {
        matrix.union_with(&BitMatrix::identity(&self.events(bound)));
        matrix
    }

    pub(super) fn nothing(&self, kind: Kind) -> Extent {
        match kind {
            Kind::Set => Extent::Set(Arc::new(BitSet::new(self.size))),
            Kind::Relation => Extent::Relation(Arc::new(BitMatrix::new(self.size))),
        }
    }
}
