//! Conditions on how executions end, as literals.

use crate::program::{Condition, LocationId, RegisterId, Term, ThreadId};
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Type, TypeKind};

use super::values::{Sym, compare};

/// Conditions compare whole values.
const WHOLE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

/// A formula that knows the values at the end of its executions.
pub trait Ending {
    /// Where literals are made.
    fn circuit(&mut self) -> &mut Circuit;

    /// The final value of a register.
    fn register(&mut self, thread: ThreadId, register: RegisterId) -> Sym;

    /// The final value of a location.
    fn final_value(&mut self, location: LocationId) -> Sym;

    /// The value of a term.
    fn term(&mut self, term: Term) -> Sym {
        match term {
            Term::Constant(value) => Sym::constant(value),
            Term::Register(thread, register) => self.register(thread, register),
            Term::Location(location) => self.final_value(location),
        }
    }

    /// The literal of a condition, for executions that have ended.
    fn condition(&mut self, condition: &Condition) -> Lit {
        match condition {
            Condition::Literal(truth, _) => Lit::constant(*truth),
            Condition::Terminates(_) => Lit::TRUE,
            Condition::Compare(cmp, a, b, _) => {
                let (a, b) = (self.term(*a), self.term(*b));
                compare(self.circuit(), *cmp, WHOLE, &a, &b)
            }
            Condition::Not(inner, _) => !self.condition(inner),
            Condition::And(parts, _) => {
                let lits: Vec<Lit> = parts.iter().map(|part| self.condition(part)).collect();
                self.circuit().all(lits)
            }
            Condition::Or(parts, _) => {
                let lits: Vec<Lit> = parts.iter().map(|part| self.condition(part)).collect();
                self.circuit().any(lits)
            }
        }
    }
}
