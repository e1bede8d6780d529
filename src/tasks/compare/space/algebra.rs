//! The sets and relations of a model over all executions, as literals.

use std::rc::Rc;

use crate::model::relation::expr::{Arena, Expr, ExprId, Kind};
use crate::sat::{Circuit, Lit};

use super::events::Events;
use super::matrix::Matrix;

/// The value of an expression.
#[derive(Debug, Clone)]
pub enum Value {
    /// A set: a literal an event.
    Set(Rc<Vec<Lit>>),
    /// A relation.
    Relation(Rc<Matrix>),
}

/// The values of a model's expressions, each computed once and when needed.
pub struct Algebra<'a> {
    pub(super) circuit: &'a mut Circuit,
    pub(super) arena: &'a Arena,
    pub(super) events: &'a Events<'a>,
    pub(super) values: Vec<Option<Value>>,
    /// How often the definitions of a recursive group are applied.
    pub(super) rounds: usize,
    /// When that was not often enough for some group: the values mean too little then.
    pub unfinished: Vec<Lit>,
}

impl<'a> Algebra<'a> {
    /// Nothing is computed yet.
    pub fn new(
        circuit: &'a mut Circuit,
        arena: &'a Arena,
        events: &'a Events<'a>,
        rounds: usize,
    ) -> Self {
        Self {
            circuit,
            arena,
            events,
            values: vec![None; arena.len()],
            rounds,
            unfinished: Vec::new(),
        }
    }

    /// The circuit.
    pub const fn circuit(&mut self) -> &mut Circuit {
        self.circuit
    }

    /// The value of an expression that is a relation; of a set, the identity on it.
    pub fn relation(&mut self, id: ExprId) -> Rc<Matrix> {
        match self.value(id) {
            Value::Relation(matrix) => matrix,
            Value::Set(set) => Rc::new(identity(&set)),
        }
    }

    /// The members of an expression, of either kind.
    pub fn members(&mut self, id: ExprId) -> Vec<Lit> {
        match self.value(id) {
            Value::Relation(matrix) => matrix.lits().to_vec(),
            Value::Set(set) => set.to_vec(),
        }
    }

    pub(super) fn value(&mut self, id: ExprId) -> Value {
        // Operands come first in the arena: no expression is too deep.
        for needed in self.needed(id) {
            if let Expr::Recursive(rec) = self.arena.get(needed) {
                self.solve(self.arena.recursive[rec.0 as usize].group);
            } else {
                self.fill(needed);
            }
        }
        self.known(id)
    }

    pub(super) fn known(&self, id: ExprId) -> Value {
        let value = self.values[id.0 as usize].clone();
        value.unwrap_or_else(|| self.empty(self.arena.kind(id)))
    }

    pub(super) fn fill(&mut self, id: ExprId) {
        let value = self.compute(id);
        self.values[id.0 as usize] = Some(value);
    }

    /// What has no value yet and is needed for an expression, in the order of the arena.
    pub(super) fn needed(&self, root: ExprId) -> Vec<ExprId> {
        let mut seen = vec![false; self.arena.len()];
        let mut stack = vec![root];
        let mut found = Vec::new();
        while let Some(id) = stack.pop() {
            if seen[id.0 as usize] || self.values[id.0 as usize].is_some() {
                continue;
            }
            seen[id.0 as usize] = true;
            found.push(id);
            stack.extend(self.arena.get(id).operands().into_iter().flatten());
        }
        found.sort_unstable();
        found
    }

    pub(super) fn empty(&self, kind: Kind) -> Value {
        let size = self.events.len();
        match kind {
            Kind::Set => Value::Set(Rc::new(vec![Lit::FALSE; size])),
            Kind::Relation => Value::Relation(Rc::new(Matrix::new(size))),
        }
    }

    fn set_of(&self, id: ExprId) -> Rc<Vec<Lit>> {
        match self.known(id) {
            Value::Set(set) => set,
            Value::Relation(_) => Rc::new(Vec::new()),
        }
    }

    fn matrix_of(&self, id: ExprId) -> Rc<Matrix> {
        match self.known(id) {
            Value::Relation(matrix) => matrix,
            Value::Set(_) => Rc::new(Matrix::new(self.events.len())),
        }
    }

    fn compute(&mut self, id: ExprId) -> Value {
        let size = self.events.len();
        let set = |lits: Vec<Lit>| Value::Set(Rc::new(lits));
        let relation = |matrix: Matrix| Value::Relation(Rc::new(matrix));
        match self.arena.get(id) {
            Expr::Set(base) => {
                let lits = (0..size).map(|node| self.events.member(self.circuit, base, node));
                set(lits.collect())
            }
            Expr::Relation(base) => relation(self.events.relation(self.circuit, base)),
            Expr::Empty(kind) => self.empty(kind),
            Expr::Recursive(_) => self.known(id),
            Expr::Union(a, b) => self.both(a, b, Circuit::or),
            Expr::Intersection(a, b) => self.both(a, b, Circuit::and),
            Expr::Difference(a, b) => self.both(a, b, |circuit, a, b| circuit.and(a, !b)),
            Expr::Complement(a) => self.complement(a),
            Expr::Compose(a, b) => {
                let (left, right) = (self.matrix_of(a), self.matrix_of(b));
                relation(left.compose(&right, self.circuit))
            }
            Expr::Inverse(a) => {
                let inner = self.matrix_of(a);
                relation(Matrix::of(size, |from, to| inner.get(to, from)))
            }
            Expr::Optional(a) => {
                let inner = self.matrix_of(a);
                relation(self.reflexive(&inner))
            }
            Expr::Plus(a) => relation(self.matrix_of(a).plus(self.circuit)),
            Expr::Star(a) => {
                let closed = self.matrix_of(a).plus(self.circuit);
                relation(self.reflexive(&closed))
            }
            Expr::Product(a, b) => {
                let (left, right) = (self.set_of(a), self.set_of(b));
                let circuit = &mut *self.circuit;
                relation(Matrix::of(size, |from, to| {
                    circuit.and(left[from], right[to])
                }))
            }
            Expr::Identity(a) => relation(identity(&self.set_of(a))),
            Expr::Domain(a) => self.ends(a, Matrix::get),
            Expr::Range(a) => self.ends(a, |matrix, one, other| matrix.get(other, one)),
        }
    }

    fn both(
        &mut self,
        a: ExprId,
        b: ExprId,
        mut gate: impl FnMut(&mut Circuit, Lit, Lit) -> Lit,
    ) -> Value {
        match (self.known(a), self.known(b)) {
            (Value::Relation(left), Value::Relation(right)) => {
                let circuit = &mut *self.circuit;
                Value::Relation(Rc::new(left.zip(&right, |a, b| gate(circuit, a, b))))
            }
            (left, right) => {
                let (left, right) = (lits(&left), lits(&right));
                let pairs = left.iter().zip(&right);
                let circuit = &mut *self.circuit;
                Value::Set(Rc::new(pairs.map(|(&a, &b)| gate(circuit, a, b)).collect()))
            }
        }
    }

    fn complement(&mut self, a: ExprId) -> Value {
        let (events, circuit) = (self.events, &mut *self.circuit);
        match self.values[a.0 as usize].clone() {
            Some(Value::Relation(inner)) => {
                Value::Relation(Rc::new(Matrix::of(events.len(), |from, to| {
                    let there = [events.executed(from), events.executed(to)];
                    circuit.all([there[0], there[1], !inner.get(from, to)])
                })))
            }
            Some(Value::Set(inner)) => {
                let lits = inner.iter().enumerate();
                let lits = lits.map(|(node, &lit)| circuit.and(events.executed(node), !lit));
                Value::Set(Rc::new(lits.collect()))
            }
            None => self.empty(self.arena.kind(a)),
        }
    }

    fn reflexive(&self, inner: &Matrix) -> Matrix {
        Matrix::of(inner.size(), |from, to| {
            if from == to {
                self.events.executed(from)
            } else {
                inner.get(from, to)
            }
        })
    }

    fn ends(&mut self, a: ExprId, at: fn(&Matrix, usize, usize) -> Lit) -> Value {
        let inner = self.matrix_of(a);
        let size = inner.size();
        let lits = (0..size).map(|one| {
            let cases = (0..size).map(|other| at(&inner, one, other));
            self.circuit.any(cases)
        });
        Value::Set(Rc::new(lits.collect()))
    }
}

fn lits(value: &Value) -> Vec<Lit> {
    match value {
        Value::Set(set) => set.to_vec(),
        Value::Relation(matrix) => matrix.lits().to_vec(),
    }
}

fn identity(set: &[Lit]) -> Matrix {
    Matrix::of(
        set.len(),
        |from, to| {
            if from == to { set[from] } else { Lit::FALSE }
        },
    )
}
