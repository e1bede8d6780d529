//! Evaluation of a model on one execution, without a solver.
//!
//! This is the independent judge of what the solver claims: it computes every relation exactly,
//! recursive ones as least fixpoints by iteration from the empty relation.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::relation::expr::{Arena, Expr, ExprId, Kind, RecId};
use crate::sat::bitset::{BitMatrix, BitSet};

/// What one execution says of the base vocabulary. Its sets and relations hold executed events
/// only; [`BaseSet::All`] is all of them.
pub trait Base {
    /// How many events there are, executed or not.
    fn events(&self) -> usize;
    /// A base set.
    fn set(&self, set: BaseSet) -> BitSet;
    /// A base relation.
    fn relation(&self, relation: BaseRelation) -> BitMatrix;
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Of a set.
    Set(BitSet),
    /// Of a relation.
    Relation(BitMatrix),
}

impl Value {
    /// The value as a set, if it is one.
    #[must_use]
    pub const fn as_set(&self) -> Option<&BitSet> {
        match self {
            Self::Set(set) => Some(set),
            Self::Relation(_) => None,
        }
    }

    /// The value as a relation, if it is one.
    #[must_use]
    pub const fn as_relation(&self) -> Option<&BitMatrix> {
        match self {
            Self::Relation(relation) => Some(relation),
            Self::Set(_) => None,
        }
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Set(set) => set.is_empty(),
            Self::Relation(relation) => relation.is_empty(),
        }
    }
}

/// The values of a model's expressions on one execution, each computed once and when needed.
pub struct Evaluation<'a, B> {
    pub(super) arena: &'a Arena,
    pub(super) base: &'a B,
    pub(super) all: BitSet,
    /// What an expression without a value counts as; evaluation in order never meets one.
    nothing: (BitSet, BitMatrix),
    values: Vec<Option<Value>>,
    /// Values that were known before.
    known: &'a [Option<Value>],
    /// The members of each recursive group.
    groups: BTreeMap<u32, Vec<Member>>,
}

/// A recursive definition: its name as an expression, and its body.
#[derive(Debug, Clone, Copy)]
struct Member {
    name: ExprId,
    body: ExprId,
}

impl<'a, B: Base> Evaluation<'a, B> {
    /// Prepares the evaluation of the arena's expressions.
    pub fn new(arena: &'a Arena, base: &'a B) -> Self {
        Self::recalling(arena, base, &[])
    }

    /// As [`Self::new`], with values that are known before, by the numbers of their expressions.
    pub fn recalling(arena: &'a Arena, base: &'a B, known: &'a [Option<Value>]) -> Self {
        let mut groups: BTreeMap<u32, Vec<Member>> = BTreeMap::new();
        for (rec, number) in arena.recursive.iter().zip(0..) {
            let name = arena.find(Expr::Recursive(RecId(number)));
            if let (Some(name), Some(body)) = (name, rec.body) {
                groups
                    .entry(rec.group)
                    .or_default()
                    .push(Member { name, body });
            }
        }
        Self {
            arena,
            base,
            all: base.set(BaseSet::All),
            nothing: (BitSet::new(base.events()), BitMatrix::new(base.events())),
            values: vec![None; arena.len()],
            known,
            groups,
        }
    }

    /// The values that were computed, by the numbers of their expressions.
    #[must_use]
    pub fn into_values(self) -> Vec<Option<Value>> {
        self.values
    }

    /// The value of an expression, where it has one.
    fn at(&self, expr: ExprId) -> Option<&Value> {
        let known = || self.known.get(index(expr))?.as_ref();
        self.values[index(expr)].as_ref().or_else(known)
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: ExprId) -> &Value {
        if let Some(Some(known)) = self.known.get(index(expr)) {
            return known;
        }
        if self.values[index(expr)].is_none() {
            self.find(expr);
        }
        let value = self.values[index(expr)].take();
        let value = value.unwrap_or_else(|| self.empty(self.arena.kind(expr)));
        self.values[index(expr)].insert(value)
    }

    /// Computes the value of an expression, and what it needs.
    fn find(&mut self, expr: ExprId) {
        if !self.groups.is_empty() {
            for group in self.unsolved(expr) {
                self.solve(group);
            }
        }
        for id in self.needed(&[expr]) {
            self.values[index(id)] = Some(self.compute(self.arena.get(id)));
        }
    }

    /// The recursive groups an expression depends on, in an order to solve them in: a group uses
    /// only itself and those before it.
    fn unsolved(&self, expr: ExprId) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        let mut roots = vec![expr];
        while !roots.is_empty() {
            let mut more = Vec::new();
            for id in self.needed(&roots) {
                if let Expr::Recursive(rec) = self.arena.get(id) {
                    let group = self.arena.recursive[rec.0 as usize].group;
                    if found.insert(group) {
                        more.extend(self.members(group).iter().map(|member| member.body));
                    }
                }
            }
            roots = more;
        }
        found
    }

    /// What has no value yet and is needed for some expressions, operands first. Recursive names
    /// are needed themselves, their definitions are not.
    fn needed(&self, roots: &[ExprId]) -> Vec<ExprId> {
        let Some(last) = roots.iter().max() else {
            return Vec::new();
        };
        let mut wanted = vec![false; index(*last) + 1];
        for root in roots {
            wanted[index(*root)] = true;
        }
        let mut found = Vec::new();
        // Operands have smaller numbers than what is made of them: one pass from the top sees all.
        for number in (0..=last.0).rev() {
            let id = ExprId(number);
            if wanted[index(id)] && self.at(id).is_none() {
                found.push(id);
                for operand in self.arena.get(id).operands().into_iter().flatten() {
                    wanted[index(operand)] = true;
                }
            }
        }
        found.reverse();
        found
    }

    fn members(&self, group: u32) -> &[Member] {
        self.groups.get(&group).map_or(&[], Vec::as_slice)
    }

    /// Solves a recursive group: all its names start empty, and their definitions are computed
    /// again until none of them grows. Bodies are monotone, so this ends, and ends at the least
    /// solution.
    fn solve(&mut self, group: u32) {
        let members = self.members(group).to_vec();
        let order = self.prepare(&members);
        loop {
            for id in &order {
                self.values[index(*id)] = Some(self.compute(self.arena.get(*id)));
            }
            let mut grown = false;
            for member in &members {
                let value = self.values[index(member.body)].clone();
                grown |= value != self.values[index(member.name)];
                self.values[index(member.name)] = value;
            }
            if !grown {
                break;
            }
        }
    }

    /// Makes the names of a group empty, computes what their bodies need from outside the group,
    /// and returns what changes with the names.
    fn prepare(&mut self, members: &[Member]) -> Vec<ExprId> {
        let bodies: Vec<ExprId> = members.iter().map(|member| member.body).collect();
        let needed = self.needed(&bodies);
        let mut changing = vec![false; self.arena.len()];
        for member in members {
            changing[index(member.name)] = true;
            self.values[index(member.name)] = Some(self.empty(self.arena.kind(member.name)));
        }
        let mut order = Vec::new();
        for id in needed {
            let node = self.arena.get(id);
            if changing[index(id)] {
                continue;
            }
            if node
                .operands()
                .into_iter()
                .flatten()
                .any(|operand| changing[index(operand)])
            {
                changing[index(id)] = true;
                order.push(id);
            } else {
                self.values[index(id)] = Some(self.compute(node));
            }
        }
        order
    }

    pub(super) fn empty(&self, kind: Kind) -> Value {
        match kind {
            Kind::Set => Value::Set(self.nothing.0.clone()),
            Kind::Relation => Value::Relation(self.nothing.1.clone()),
        }
    }

    pub(super) fn set(&self, id: ExprId) -> &BitSet {
        self.at(id)
            .and_then(Value::as_set)
            .unwrap_or(&self.nothing.0)
    }

    pub(super) fn relation(&self, id: ExprId) -> &BitMatrix {
        self.at(id)
            .and_then(Value::as_relation)
            .unwrap_or(&self.nothing.1)
    }
}

const fn index(id: ExprId) -> usize {
    id.0 as usize
}
