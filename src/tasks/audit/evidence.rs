//! What refutes a property.

use std::collections::BTreeSet;

use crate::stop::Open;
use crate::tasks::space::{Outcome, Promise, Shape};

/// What refutes a property.
#[derive(Debug, Clone)]
pub(super) struct Refuted {
    /// The program.
    pub(super) shape: Shape,
    /// The outcome that it should not have; none: it should have no race.
    pub(super) outcome: Option<Outcome>,
    /// Where it cannot be had.
    pub(super) against: Against,
    /// What the property says of this program, in words.
    pub(super) says: String,
}

/// A program under a model that does not have the outcome.
#[derive(Debug, Clone)]
pub(super) struct Against {
    pub(super) shape: Shape,
    pub(super) outcome: Option<Outcome>,
    pub(super) who: Who,
}

/// Who does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// The model itself.
    Model,
    /// Sequential consistency.
    Sc,
    /// The engine without a solver has it, and the solver does not, or the other way round.
    Engine,
}

/// An outcome that sequential consistency does not have.
pub(super) fn beyond(shape: &Shape, outcome: Outcome, says: &str) -> Refuted {
    Refuted {
        shape: shape.clone(),
        outcome: Some(outcome.clone()),
        against: Against {
            shape: shape.clone(),
            outcome: Some(outcome),
            who: Who::Sc,
        },
        says: says.to_owned(),
    }
}

pub(super) fn outcomes(shape: &Shape, promise: &Promise) -> Result<Vec<Outcome>, Open> {
    let none = BTreeSet::new();
    let found = match promise {
        Promise::Outcomes(found) => found,
        Promise::Nothing => &none,
    };
    found.iter().map(|values| told(shape, values)).collect()
}

pub(super) fn told(shape: &Shape, values: &[i64]) -> Result<Outcome, Open> {
    let lost = || Open::Internal("an outcome is not one of its program".to_owned());
    Outcome::of(shape, values).ok_or_else(lost)
}

pub(super) fn values(outcome: &Outcome) -> Vec<i64> {
    let reads = outcome.reads.iter().flatten();
    reads.chain(&outcome.memory).copied().collect()
}
