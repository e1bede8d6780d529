//! Values and guards of an unrolled thread as shared expressions over what its reads return.

use rustc_hash::FxHashMap;

use crate::syntax::ast::{Arithmetic, Comparison, Type, TypeKind};

use super::value;

/// Index of an event in [`super::events::Unrolled::events`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub usize);

/// Index of a value expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// Index of a guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuardId(pub u32);

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueExpr {
    /// A number.
    Constant(i64),
    /// What a read event returns.
    Read(EventId),
    /// A value cut to a type.
    Fit(ValueId, Type),
    /// A computation.
    Arithmetic(Arithmetic, Type, ValueId, ValueId),
    /// The first value where the guard holds, the second elsewhere.
    Select(GuardId, ValueId, ValueId),
}

/// A truth value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GuardExpr {
    /// Always.
    True,
    /// Equality of two values, cut to a type.
    Equal(Type, ValueId, ValueId),
    /// Less, in the type's order.
    Less(Type, ValueId, ValueId),
    /// Negation.
    Not(GuardId),
    /// All of them; sorted, two at least.
    And(Vec<GuardId>),
    /// One of two.
    Or(GuardId, GuardId),
}

/// The expressions of a program; equal ones are stored once, constants are folded.
#[derive(Debug, Clone)]
pub struct Symbolic {
    values: Vec<ValueExpr>,
    value_index: FxHashMap<ValueExpr, ValueId>,
    guards: Vec<GuardExpr>,
    guard_index: FxHashMap<GuardExpr, GuardId>,
}

impl Default for Symbolic {
    fn default() -> Self {
        let mut empty = Self {
            values: Vec::new(),
            value_index: FxHashMap::default(),
            guards: Vec::new(),
            guard_index: FxHashMap::default(),
        };
        let truth = empty.guard_node(GuardExpr::True);
        empty.guard_node(GuardExpr::Not(truth));
        empty
    }
}

/// Always.
pub const TRUE: GuardId = GuardId(0);
/// Never.
pub const FALSE: GuardId = GuardId(1);

impl Symbolic {
    /// The expression behind an index.
    #[must_use]
    pub fn value(&self, id: ValueId) -> ValueExpr {
        self.values[id.0 as usize]
    }

    /// The guard behind an index.
    #[must_use]
    pub fn guard(&self, id: GuardId) -> &GuardExpr {
        &self.guards[id.0 as usize]
    }

    fn value_node(&mut self, expr: ValueExpr) -> ValueId {
        if let Some(&id) = self.value_index.get(&expr) {
            return id;
        }
        let id = ValueId(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
        self.values.push(expr);
        self.value_index.insert(expr, id);
        id
    }

    fn guard_node(&mut self, expr: GuardExpr) -> GuardId {
        if let Some(&id) = self.guard_index.get(&expr) {
            return id;
        }
        let id = GuardId(u32::try_from(self.guards.len()).unwrap_or(u32::MAX));
        self.guards.push(expr.clone());
        self.guard_index.insert(expr, id);
        id
    }

    /// A number.
    pub fn constant(&mut self, number: i64) -> ValueId {
        self.value_node(ValueExpr::Constant(number))
    }

    /// What a read returns.
    pub fn read(&mut self, event: EventId) -> ValueId {
        self.value_node(ValueExpr::Read(event))
    }

    fn as_constant(&self, id: ValueId) -> Option<i64> {
        match self.value(id) {
            ValueExpr::Constant(number) => Some(number),
            ValueExpr::Read(_)
            | ValueExpr::Fit(..)
            | ValueExpr::Arithmetic(..)
            | ValueExpr::Select(..) => None,
        }
    }

    /// A value cut to a type.
    pub fn fit(&mut self, id: ValueId, ty: Type) -> ValueId {
        match self.value(id) {
            ValueExpr::Constant(number) => self.constant(value::fit(number, ty)),
            ValueExpr::Fit(_, inner) | ValueExpr::Arithmetic(_, inner, ..) if inner == ty => id,
            ValueExpr::Read(_)
            | ValueExpr::Fit(..)
            | ValueExpr::Arithmetic(..)
            | ValueExpr::Select(..) => self.value_node(ValueExpr::Fit(id, ty)),
        }
    }

    /// A computation.
    pub fn arithmetic(&mut self, op: Arithmetic, ty: Type, a: ValueId, b: ValueId) -> ValueId {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.constant(value::compute(op, a, b, ty)),
            _ => self.value_node(ValueExpr::Arithmetic(op, ty, a, b)),
        }
    }

    /// The first value where the guard holds, the second elsewhere.
    pub fn select(&mut self, guard: GuardId, a: ValueId, b: ValueId) -> ValueId {
        if guard == TRUE || a == b {
            a
        } else if guard == FALSE {
            b
        } else {
            self.value_node(ValueExpr::Select(guard, a, b))
        }
    }

    /// A comparison of two values at a type.
    pub fn compare(&mut self, cmp: Comparison, ty: Type, a: ValueId, b: ValueId) -> GuardId {
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b)) {
            return constant_guard(value::compare_as(cmp, a, b, ty));
        }
        match cmp {
            Comparison::Eq => {
                let (a, b) = (a.min(b), a.max(b));
                if a == b {
                    TRUE
                } else {
                    self.guard_node(GuardExpr::Equal(bare(ty), a, b))
                }
            }
            Comparison::Lt if a == b => FALSE,
            Comparison::Lt => self.guard_node(GuardExpr::Less(ty, a, b)),
            Comparison::Ne => {
                let equal = self.compare(Comparison::Eq, ty, a, b);
                self.not(equal)
            }
            Comparison::Gt => self.compare(Comparison::Lt, ty, b, a),
            Comparison::Ge => {
                let less = self.compare(Comparison::Lt, ty, a, b);
                self.not(less)
            }
            Comparison::Le => {
                let greater = self.compare(Comparison::Lt, ty, b, a);
                self.not(greater)
            }
        }
    }

    /// Negation.
    pub fn not(&mut self, guard: GuardId) -> GuardId {
        match self.guard(guard) {
            GuardExpr::Not(inner) => *inner,
            GuardExpr::True
            | GuardExpr::Equal(..)
            | GuardExpr::Less(..)
            | GuardExpr::And(_)
            | GuardExpr::Or(..) => self.guard_node(GuardExpr::Not(guard)),
        }
    }

    fn conjuncts(&self, guard: GuardId) -> Vec<GuardId> {
        match self.guard(guard) {
            GuardExpr::True => Vec::new(),
            GuardExpr::And(parts) => parts.clone(),
            GuardExpr::Equal(..) | GuardExpr::Less(..) | GuardExpr::Not(_) | GuardExpr::Or(..) => {
                vec![guard]
            }
        }
    }

    /// Both.
    pub fn and(&mut self, a: GuardId, b: GuardId) -> GuardId {
        if a == b || b == TRUE {
            return a;
        }
        if a == TRUE {
            return b;
        }
        let mut parts = self.conjuncts(a);
        parts.extend(self.conjuncts(b));
        self.all(parts)
    }

    fn all(&mut self, mut parts: Vec<GuardId>) -> GuardId {
        parts.sort_unstable();
        parts.dedup();
        let contradictory = parts.iter().any(|&part| match self.guard(part) {
            GuardExpr::Not(inner) => *inner == TRUE || parts.binary_search(inner).is_ok(),
            GuardExpr::True
            | GuardExpr::Equal(..)
            | GuardExpr::Less(..)
            | GuardExpr::And(_)
            | GuardExpr::Or(..) => false,
        });
        match parts.as_slice() {
            _ if contradictory => FALSE,
            [] => TRUE,
            [one] => *one,
            _ => self.guard_node(GuardExpr::And(parts)),
        }
    }

    /// One of the two, at least.
    pub fn or(&mut self, a: GuardId, b: GuardId) -> GuardId {
        if a == b || b == FALSE || a == TRUE {
            return a;
        }
        if a == FALSE || b == TRUE || self.not(a) == b {
            return if a == FALSE { b } else { TRUE };
        }
        let (left, right) = (self.conjuncts(a), self.conjuncts(b));
        let common: Vec<GuardId> = left
            .iter()
            .copied()
            .filter(|part| right.binary_search(part).is_ok())
            .collect();
        if common.len() == left.len() || common.len() == right.len() {
            return if common.len() == left.len() { a } else { b };
        }
        if !common.is_empty() {
            // (c ∧ p) ∨ (c ∧ q) = c ∧ (p ∨ q): where two arms of a branch meet, p ∨ q is true.
            let without = |parts: &[GuardId]| -> Vec<GuardId> {
                parts
                    .iter()
                    .copied()
                    .filter(|part| common.binary_search(part).is_err())
                    .collect()
            };
            let (rest_a, rest_b) = (without(&left), without(&right));
            let (rest_a, rest_b) = (self.all(rest_a), self.all(rest_b));
            let shared = self.all(common);
            let either = self.or(rest_a, rest_b);
            return self.and(shared, either);
        }
        self.guard_node(GuardExpr::Or(a.min(b), a.max(b)))
    }
}

fn constant_guard(truth: bool) -> GuardId {
    if truth { TRUE } else { FALSE }
}

/// Equality does not care for the sign from 32 bits on.
fn bare(ty: Type) -> Type {
    Type {
        kind: if ty.bits >= 32 {
            TypeKind::Signed
        } else {
            ty.kind
        },
        bits: ty.bits,
    }
}
