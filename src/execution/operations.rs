//! The operations of the algebra on concrete values.

use super::evaluate::{Base, Evaluation, Value};
use crate::model::relation::expr::{Expr, ExprId, Kind};
use crate::sat::bitset::BitMatrix;

/// What is made of two sets, or of two relations.
#[derive(Clone, Copy)]
pub(super) enum Boolean {
    Union,
    Intersection,
    Difference,
}

impl<B: Base> Evaluation<'_, B> {
    /// The value of an operation whose operands have values.
    pub(super) fn compute(&self, node: Expr) -> Value {
        match node {
            Expr::Set(set) => Value::Set(self.base.set(set)),
            Expr::Relation(relation) => Value::Relation(self.base.relation(relation)),
            Expr::Empty(kind) => self.empty(kind),
            Expr::Union(a, b) => self.boolean(Boolean::Union, a, b),
            Expr::Intersection(a, b) => self.boolean(Boolean::Intersection, a, b),
            Expr::Difference(a, b) => self.boolean(Boolean::Difference, a, b),
            Expr::Complement(a) => self.complement(a),
            Expr::Compose(a, b) => Value::Relation(self.relation(a).compose(self.relation(b))),
            Expr::Inverse(a) => Value::Relation(self.relation(a).inverse()),
            Expr::Optional(a) => Value::Relation(self.reflexive(self.relation(a).clone())),
            Expr::Plus(a) => Value::Relation(self.relation(a).closure()),
            Expr::Star(a) => Value::Relation(self.reflexive(self.relation(a).closure())),
            Expr::Product(a, b) => Value::Relation(BitMatrix::product(self.set(a), self.set(b))),
            Expr::Identity(a) => {
                let mut result = BitMatrix::new(self.base.events());
                for event in self.set(a).iter() {
                    result.insert(event, event);
                }
                Value::Relation(result)
            }
            Expr::Domain(a) => Value::Set(self.relation(a).domain()),
            Expr::Range(a) => Value::Set(self.relation(a).range()),
            Expr::Recursive(rec) => self.empty(self.arena.recursive[rec.0 as usize].kind),
        }
    }

    fn boolean(&self, node: Boolean, a: ExprId, b: ExprId) -> Value {
        match self.arena.kind(a) {
            Kind::Set => {
                let (mut result, other) = (self.set(a).clone(), self.set(b));
                match node {
                    Boolean::Union => {
                        result.union_with(other);
                    }
                    Boolean::Intersection => result.intersect_with(other),
                    Boolean::Difference => result.subtract(other),
                }
                Value::Set(result)
            }
            Kind::Relation => {
                let (mut result, other) = (self.relation(a).clone(), self.relation(b));
                match node {
                    Boolean::Union => {
                        result.union_with(other);
                    }
                    Boolean::Intersection => result.intersect_with(other),
                    Boolean::Difference => result.subtract(other),
                }
                Value::Relation(result)
            }
        }
    }

    fn complement(&self, a: ExprId) -> Value {
        match self.arena.kind(a) {
            Kind::Set => {
                let mut result = self.all.clone();
                result.subtract(self.set(a));
                Value::Set(result)
            }
            Kind::Relation => {
                let mut result = BitMatrix::product(&self.all, &self.all);
                result.subtract(self.relation(a));
                Value::Relation(result)
            }
        }
    }

    fn reflexive(&self, mut relation: BitMatrix) -> BitMatrix {
        for event in self.all.iter() {
            relation.insert(event, event);
        }
        relation
    }
}
