//! Evaluation of a model where part of an execution is left open.
//!
//! Of every set and relation two bounds are computed: what is surely in it, and what may be. Where
//! an axiom surely holds, it holds however the open parts are filled in. So one execution answers
//! for a whole family of programs, whatever the model says: no monotonicity is assumed.

use super::axioms::shortest_cycle;
use super::operations::Boolean;
use crate::model::relation::base::{Base, BaseRelation, BaseSet};
use crate::model::relation::expr::{Arena, Assertion, Axiom, Definition, Expr, ExprId, Kind};
use crate::sat::bitset::{BitMatrix, BitSet};

/// What is surely in a set or relation, and what may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds<T> {
    /// Surely in it.
    pub must: T,
    /// Perhaps in it; everything that is surely in it, too.
    pub may: T,
}

/// What executions of a family have in common.
pub trait BoundedBase {
    /// How many events there are, executed or not.
    fn events(&self) -> usize;
    /// Bounds of a base set.
    fn set(&self, set: BaseSet) -> Bounds<BitSet>;
    /// Bounds of a base relation.
    fn relation(&self, relation: BaseRelation) -> Bounds<BitMatrix>;
}

/// For each axiom and flag, whether what it states is surely true of all, or surely false of all.
pub fn evaluate(definition: &Definition, base: &impl BoundedBase) -> Vec<Option<bool>> {
    let mut sweep = Sweep::new(&definition.arena, base);
    sweep.run();
    let axioms = definition.axioms.iter();
    axioms.map(|axiom| sweep.judge(axiom)).collect()
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Set(Bounds<BitSet>),
    Relation(Bounds<BitMatrix>),
}

struct Sweep<'a> {
    arena: &'a Arena,
    all: Bounds<BitSet>,
    nothing: (Bounds<BitSet>, Bounds<BitMatrix>),
    values: Vec<Value>,
}

impl<'a> Sweep<'a> {
    fn new(arena: &'a Arena, base: &impl BoundedBase) -> Self {
        let set = BitSet::new(base.events());
        let relation = BitMatrix::new(base.events());
        let nothing = (
            Bounds {
                must: set.clone(),
                may: set,
            },
            Bounds {
                must: relation.clone(),
                may: relation,
            },
        );
        let mut sweep = Self {
            arena,
            all: base.set(BaseSet::All),
            nothing,
            values: Vec::with_capacity(arena.len()),
        };
        for id in (0..arena.len()).filter_map(id) {
            let value = match arena.get(id).base() {
                // They never change.
                Some(Base::Set(set)) => Value::Set(base.set(set)),
                Some(Base::Relation(relation)) => Value::Relation(base.relation(relation)),
                None => sweep.empty(arena.kind(id)),
            };
            sweep.values.push(value);
        }
        sweep
    }

    /// Computes all values: operands come before what uses them, so one sweep is enough, but for
    /// recursive definitions. Those are solved group by group, each from the empty relation; a
    /// group uses only itself and those before it.
    fn run(&mut self) {
        let groups = self.arena.recursive.iter().map(|rec| rec.group);
        let last = groups.max();
        for group in last.into_iter().flat_map(|last| 0..=last) {
            loop {
                self.compute_all();
                if !self.feed_back(group) {
                    break;
                }
            }
        }
        self.compute_all();
    }

    fn compute_all(&mut self) {
        for at in 0..self.arena.len() {
            if let Some(node) = id(at).map(|id| self.arena.get(id))
                && !matches!(
                    node,
                    Expr::Set(_) | Expr::Relation(_) | Expr::Empty(_) | Expr::Recursive(_)
                )
            {
                self.values[at] = self.compute(node);
            }
        }
    }

    /// Gives the names of a group the values of their definitions; says whether one is new.
    fn feed_back(&mut self, group: u32) -> bool {
        let mut grown = false;
        for (rec, number) in self.arena.recursive.iter().zip(0..) {
            let name = self
                .arena
                .find(Expr::Recursive(crate::model::relation::expr::RecId(number)));
            if let (true, Some(name), Some(body)) = (rec.group == group, name, rec.body) {
                let value = self.values[index(body)].clone();
                grown |= value != self.values[index(name)];
                self.values[index(name)] = value;
            }
        }
        grown
    }

    fn empty(&self, kind: Kind) -> Value {
        match kind {
            Kind::Set => Value::Set(self.nothing.0.clone()),
            Kind::Relation => Value::Relation(self.nothing.1.clone()),
        }
    }

    fn set(&self, id: ExprId) -> &Bounds<BitSet> {
        match &self.values[index(id)] {
            Value::Set(set) => set,
            Value::Relation(_) => &self.nothing.0,
        }
    }

    fn relation(&self, id: ExprId) -> &Bounds<BitMatrix> {
        match &self.values[index(id)] {
            Value::Relation(relation) => relation,
            Value::Set(_) => &self.nothing.1,
        }
    }

    fn compute(&self, node: Expr) -> Value {
        let relation = |id| self.relation(id);
        match node {
            Expr::Union(a, b) => self.combine(Boolean::Union, a, b),
            Expr::Intersection(a, b) => self.combine(Boolean::Intersection, a, b),
            Expr::Difference(a, b) => self.combine(Boolean::Difference, a, b),
            Expr::Complement(a) => self.complement(a),
            Expr::Compose(a, b) => Value::Relation(Bounds {
                must: relation(a).must.compose(&relation(b).must),
                may: relation(a).may.compose(&relation(b).may),
            }),
            Expr::Inverse(a) => self.each(a, BitMatrix::inverse),
            Expr::Plus(a) => self.each(a, BitMatrix::closure),
            Expr::Optional(a) => self.reflexive(relation(a).clone()),
            Expr::Star(a) => self.reflexive(Bounds {
                must: relation(a).must.closure(),
                may: relation(a).may.closure(),
            }),
            Expr::Product(a, b) => Value::Relation(Bounds {
                must: BitMatrix::product(&self.set(a).must, &self.set(b).must),
                may: BitMatrix::product(&self.set(a).may, &self.set(b).may),
            }),
            Expr::Identity(a) => Value::Relation(Bounds {
                must: BitMatrix::identity(&self.set(a).must),
                may: BitMatrix::identity(&self.set(a).may),
            }),
            Expr::Domain(a) => Value::Set(Bounds {
                must: relation(a).must.domain(),
                may: relation(a).may.domain(),
            }),
            Expr::Range(a) => Value::Set(Bounds {
                must: relation(a).must.range(),
                may: relation(a).may.range(),
            }),
            Expr::Set(_) | Expr::Relation(_) | Expr::Empty(_) | Expr::Recursive(_) => {
                self.empty(Kind::Relation)
            }
        }
    }

    fn each(&self, a: ExprId, operation: impl Fn(&BitMatrix) -> BitMatrix) -> Value {
        let Bounds { must, may } = self.relation(a);
        Value::Relation(Bounds {
            must: operation(must),
            may: operation(may),
        })
    }

    fn combine(&self, node: Boolean, a: ExprId, b: ExprId) -> Value {
        match self.arena.kind(a) {
            Kind::Set => {
                let (mut result, other) = (self.set(a).clone(), self.set(b));
                match node {
                    Boolean::Union => {
                        result.must.union_with(&other.must);
                        result.may.union_with(&other.may);
                    }
                    Boolean::Intersection => {
                        result.must.intersect_with(&other.must);
                        result.may.intersect_with(&other.may);
                    }
                    Boolean::Difference => {
                        result.must.subtract(&other.may);
                        result.may.subtract(&other.must);
                    }
                }
                Value::Set(result)
            }
            Kind::Relation => {
                let (mut result, other) = (self.relation(a).clone(), self.relation(b));
                match node {
                    Boolean::Union => {
                        result.must.union_with(&other.must);
                        result.may.union_with(&other.may);
                    }
                    Boolean::Intersection => {
                        result.must.intersect_with(&other.must);
                        result.may.intersect_with(&other.may);
                    }
                    Boolean::Difference => {
                        result.must.subtract(&other.may);
                        result.may.subtract(&other.must);
                    }
                }
                Value::Relation(result)
            }
        }
    }

    fn complement(&self, a: ExprId) -> Value {
        match self.arena.kind(a) {
            Kind::Set => {
                let mut result = self.all.clone();
                result.must.subtract(&self.set(a).may);
                result.may.subtract(&self.set(a).must);
                Value::Set(result)
            }
            Kind::Relation => {
                let mut result = Bounds {
                    must: BitMatrix::product(&self.all.must, &self.all.must),
                    may: BitMatrix::product(&self.all.may, &self.all.may),
                };
                result.must.subtract(&self.relation(a).may);
                result.may.subtract(&self.relation(a).must);
                Value::Relation(result)
            }
        }
    }

    fn reflexive(&self, mut relation: Bounds<BitMatrix>) -> Value {
        relation
            .must
            .union_with(&BitMatrix::identity(&self.all.must));
        relation.may.union_with(&BitMatrix::identity(&self.all.may));
        Value::Relation(relation)
    }

    fn judge(&self, axiom: &Axiom) -> Option<bool> {
        let (surely, surely_not) = match &self.values[index(axiom.expr)] {
            Value::Set(set) => (set.may.is_empty(), !set.must.is_empty()),
            Value::Relation(relation) => (
                holds(axiom.assertion, &relation.may),
                !holds(axiom.assertion, &relation.must),
            ),
        };
        match (surely, surely_not) {
            (true, _) => Some(!axiom.negated),
            (_, true) => Some(axiom.negated),
            _ => None,
        }
    }
}

fn holds(assertion: Assertion, relation: &BitMatrix) -> bool {
    match assertion {
        Assertion::Acyclic => shortest_cycle(relation).is_none(),
        Assertion::Irreflexive => relation.iter().all(|(from, to)| from != to),
        Assertion::Empty => relation.is_empty(),
    }
}

fn id(at: usize) -> Option<ExprId> {
    u32::try_from(at).ok().map(ExprId)
}

const fn index(id: ExprId) -> usize {
    id.0 as usize
}
