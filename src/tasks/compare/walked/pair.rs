//! A program, what it becomes, and what both models say of these.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::stop::Open;
use crate::tasks::compare::mapping::back;
use crate::tasks::space::{Outcome, Promise, Shape};

/// Which model is to allow what the other forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The first.
    First,
    /// The second.
    Second,
}

/// A program with what both models say of it.
pub(super) struct Pair<'s> {
    pub(super) source: &'s Shape,
    pub(super) target: Cow<'s, Shape>,
    pub(super) first: Promise,
    pub(super) second: Promise,
}

/// An outcome that one model has and the other has not; none: anything may happen.
pub(super) type Apart = Option<Outcome>;

impl Pair<'_> {
    /// What the one has and the other has not, as an outcome of the program of the one.
    pub(super) fn apart(&self, side: Side) -> Result<Option<Apart>, Open> {
        let (more, less) = match side {
            Side::First => (&self.first, &self.second),
            Side::Second => (&self.second, &self.first),
        };
        let (more, less) = match (more, less) {
            (_, Promise::Nothing) => return Ok(None),
            (Promise::Nothing, Promise::Outcomes(_)) => return Ok(Some(None)),
            (Promise::Outcomes(more), Promise::Outcomes(less)) => (more, less),
        };
        let lost = || Open::Internal("an outcome is not one of its program".to_owned());
        let own: Option<BTreeSet<Outcome>> = less
            .iter()
            .map(|values| Outcome::of(self.of(side, false), values))
            .collect();
        let own = own.ok_or_else(lost)?;
        for values in more {
            let outcome = Outcome::of(self.of(side, true), values).ok_or_else(lost)?;
            let told = match side {
                Side::First => outcome.clone(),
                Side::Second => back(self.source, &self.target, &outcome),
            };
            if !own.contains(&told) {
                return Ok(Some(Some(outcome)));
            }
        }
        Ok(None)
    }

    /// The program of who allows, or of who forbids.
    fn of(&self, side: Side, allows: bool) -> &Shape {
        match (side, allows) {
            (Side::First, true) | (Side::Second, false) => self.source,
            (Side::First, false) | (Side::Second, true) => &self.target,
        }
    }
}
