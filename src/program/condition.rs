//! Conditions over final states with every name resolved.

use super::types::{LocationId, RegisterId, ThreadId};
use crate::syntax::ast::Comparison;
use crate::syntax::span::Span;

/// A condition over final states with every name resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// `true` or `false`.
    Literal(bool, Span),
    /// The execution ends: so it is of all final states. That of executions without one, who asks knows.
    Terminates(Span),
    /// A comparison; signed, in 32 bits unless an operand is wider.
    Compare(Comparison, Term, Term, Span),
    /// Negation.
    Not(Box<Condition>, Span),
    /// Conjunction.
    And(Vec<Condition>, Span),
    /// Disjunction.
    Or(Vec<Condition>, Span),
}

/// One side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// A number.
    Constant(i64),
    /// The final value of a register.
    Register(ThreadId, RegisterId),
    /// The final value of a location.
    Location(LocationId),
}

impl Condition {
    /// Whether it asks that executions end, or with false that they do not; nothing if it asks of final
    /// states.
    #[must_use]
    pub fn asks_end(&self) -> Option<bool> {
        match self {
            Self::Terminates(_) => Some(true),
            Self::Not(inner, _) => inner.asks_end().map(|end| !end),
            Self::Literal(..) | Self::Compare(..) | Self::And(..) | Self::Or(..) => None,
        }
    }

    /// The place of the whole condition.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Literal(_, span)
            | Self::Terminates(span)
            | Self::Compare(_, _, _, span)
            | Self::Not(_, span)
            | Self::And(_, span)
            | Self::Or(_, span) => *span,
        }
    }

    /// Whether it speaks of a term for which this holds.
    pub fn mentions(&self, which: &impl Fn(Term) -> bool) -> bool {
        match self {
            Self::Literal(..) | Self::Terminates(_) => false,
            Self::Compare(_, a, b, _) => which(*a) || which(*b),
            Self::Not(inner, _) => inner.mentions(which),
            Self::And(parts, _) | Self::Or(parts, _) => {
                parts.iter().any(|part| part.mentions(which))
            }
        }
    }

    /// Its truth, where the values that are known settle it; of an execution that ends.
    pub fn settled(&self, value: &impl Fn(Term) -> Option<i64>) -> Option<bool> {
        let all = |parts: &[Self], stops: bool| {
            let told = parts.iter().map(|part| part.settled(value));
            let told: Vec<Option<bool>> = told.collect();
            if told.contains(&Some(stops)) {
                return Some(stops);
            }
            (!told.contains(&None)).then_some(!stops)
        };
        match self {
            Self::Literal(truth, _) => Some(*truth),
            Self::Terminates(_) => Some(true),
            Self::Compare(cmp, a, b, _) => {
                let (a, b) = (value(*a)?, value(*b)?);
                Some(crate::program::value::compare(*cmp, a, b))
            }
            Self::Not(inner, _) => inner.settled(value).map(|truth| !truth),
            Self::And(parts, _) => all(parts, false),
            Self::Or(parts, _) => all(parts, true),
        }
    }

    /// Its truth, given the value of each term.
    pub fn holds(&self, value: &impl Fn(Term) -> i64) -> bool {
        match self {
            Self::Literal(truth, _) => *truth,
            Self::Terminates(_) => true,
            Self::Compare(cmp, a, b, _) => {
                crate::program::value::compare(*cmp, value(*a), value(*b))
            }
            Self::Not(inner, _) => !inner.holds(value),
            Self::And(parts, _) => parts.iter().all(|part| part.holds(value)),
            Self::Or(parts, _) => parts.iter().any(|part| part.holds(value)),
        }
    }
}
