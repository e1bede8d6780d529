//! What values and guards are in one execution. Expressions are shared, so each is computed once:
//! `add r0, r0, r0`, sixty times over, names its first operand 2^60 times.

use rustc_hash::FxHashMap;

use crate::syntax::ast::Comparison;

use super::events::{Event, EventKind, Unrolled};
use super::symbolic::{EventId, GuardExpr, GuardId, Symbolic, ValueExpr, ValueId};
use super::value;

impl Symbolic {
    /// The number an expression is, given what the reads return.
    pub fn evaluate(&self, id: ValueId, read: &impl Fn(EventId) -> i64) -> i64 {
        Evaluation::new(self, read).value(id)
    }

    /// Whether a guard holds, given what the reads return.
    pub fn holds(&self, id: GuardId, read: &impl Fn(EventId) -> i64) -> bool {
        Evaluation::new(self, read).guard(id)
    }
}

impl Unrolled {
    /// What an event writes, given what the reads return; nothing where it writes nothing.
    #[must_use]
    pub fn written(&self, event: &Event, read: &impl Fn(EventId) -> i64) -> Option<i64> {
        match event.kind {
            EventKind::Initial { value, .. } => Some(value),
            EventKind::Write { value, .. } => Some(self.symbolic.evaluate(value, read)),
            EventKind::ReadWrite { value, success, .. } => self
                .symbolic
                .holds(success, read)
                .then(|| self.symbolic.evaluate(value, read)),
            EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        }
    }
}

struct Evaluation<'a, F> {
    symbolic: &'a Symbolic,
    read: &'a F,
    values: FxHashMap<ValueId, i64>,
    guards: FxHashMap<GuardId, bool>,
}

impl<'a, F: Fn(EventId) -> i64> Evaluation<'a, F> {
    fn new(symbolic: &'a Symbolic, read: &'a F) -> Self {
        Self {
            symbolic,
            read,
            values: FxHashMap::default(),
            guards: FxHashMap::default(),
        }
    }

    fn value(&mut self, id: ValueId) -> i64 {
        match self.symbolic.value(id) {
            ValueExpr::Constant(number) => return number,
            ValueExpr::Read(event) => return (self.read)(event),
            ValueExpr::Fit(..) | ValueExpr::Arithmetic(..) | ValueExpr::Select(..) => {}
        }
        if let Some(&known) = self.values.get(&id) {
            return known;
        }
        let result = match self.symbolic.value(id) {
            ValueExpr::Constant(number) => number,
            ValueExpr::Read(event) => (self.read)(event),
            ValueExpr::Fit(inner, ty) => value::fit(self.value(inner), ty),
            ValueExpr::Arithmetic(op, ty, a, b) => {
                value::compute(op, self.value(a), self.value(b), ty)
            }
            ValueExpr::Select(guard, a, b) => {
                let chosen = if self.guard(guard) { a } else { b };
                self.value(chosen)
            }
        };
        self.values.insert(id, result);
        result
    }

    fn guard(&mut self, id: GuardId) -> bool {
        let symbolic = self.symbolic;
        if let GuardExpr::True = symbolic.guard(id) {
            return true;
        }
        if let Some(&known) = self.guards.get(&id) {
            return known;
        }
        let result = match symbolic.guard(id) {
            GuardExpr::True => true,
            GuardExpr::Equal(ty, a, b) => {
                value::compare_as(Comparison::Eq, self.value(*a), self.value(*b), *ty)
            }
            GuardExpr::Less(ty, a, b) => {
                value::compare_as(Comparison::Lt, self.value(*a), self.value(*b), *ty)
            }
            GuardExpr::Not(inner) => !self.guard(*inner),
            GuardExpr::And(parts) => parts.iter().all(|&part| self.guard(part)),
            GuardExpr::Or(a, b) => self.guard(*a) || self.guard(*b),
        };
        self.guards.insert(id, result);
        result
    }
}
