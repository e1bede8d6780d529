//! The values something can have.

use std::collections::BTreeSet;

/// The most values kept one by one.
pub(super) const LIMIT: usize = 256;

/// The most pairs of operands computed one by one.
const PAIRS: usize = 1024;

/// The values something can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// These.
    Finite(BTreeSet<i64>),
    /// Too many to keep, or anything at all.
    Wide,
}

impl Domain {
    pub(super) fn one(value: i64) -> Self {
        Self::Finite(BTreeSet::from([value]))
    }

    pub(super) const fn none() -> Self {
        Self::Finite(BTreeSet::new())
    }

    pub(super) fn join(&mut self, other: &Self) -> bool {
        let (grown, changed) = match (&mut *self, other) {
            (Self::Wide, _) => return false,
            (_, Self::Wide) => (Self::Wide, true),
            (Self::Finite(own), Self::Finite(more)) => {
                let before = own.len();
                own.extend(more);
                if own.len() <= LIMIT {
                    return own.len() > before;
                }
                (Self::Wide, true)
            }
        };
        *self = grown;
        changed
    }

    pub(super) fn map(&self, op: impl Fn(i64) -> i64) -> Self {
        match self {
            Self::Wide => Self::Wide,
            Self::Finite(values) => Self::Finite(values.iter().copied().map(op).collect()),
        }
    }

    pub(super) fn pairs(&self, other: &Self, op: impl Fn(i64, i64) -> i64) -> Self {
        let (Self::Finite(left), Self::Finite(right)) = (self, other) else {
            return Self::Wide;
        };
        if left.len() * right.len() > PAIRS {
            return Self::Wide;
        }
        let mut result = BTreeSet::new();
        for &a in left {
            result.extend(right.iter().map(|&b| op(a, b)));
        }
        if result.len() > LIMIT {
            Self::Wide
        } else {
            Self::Finite(result)
        }
    }
}
