//! Sets and relations as bits: what may be in one, or what must be.

use std::sync::Arc;

use crate::sat::bitset::{BitMatrix, BitSet};

/// A set or a relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// Events.
    Set(Arc<BitSet>),
    /// Pairs of events.
    Relation(Arc<BitMatrix>),
}

/// What is in one or the other of two of a kind.
pub fn union(mut left: Extent, right: &Extent) -> Extent {
    match (&mut left, right) {
        (Extent::Set(set), Extent::Set(more)) => {
            Arc::make_mut(set).union_with(more);
        }
        (Extent::Relation(matrix), Extent::Relation(more)) => {
            Arc::make_mut(matrix).union_with(more);
        }
        (Extent::Set(_), Extent::Relation(_)) | (Extent::Relation(_), Extent::Set(_)) => {}
    }
    left
}

/// What is in both of two of a kind.
pub fn intersection(mut left: Extent, right: &Extent) -> Extent {
    match (&mut left, right) {
        (Extent::Set(set), Extent::Set(other)) => Arc::make_mut(set).intersect_with(other),
        (Extent::Relation(matrix), Extent::Relation(other)) => {
            Arc::make_mut(matrix).intersect_with(other);
        }
        (Extent::Set(_), Extent::Relation(_)) | (Extent::Relation(_), Extent::Set(_)) => {}
    }
    left
}

/// What is in the first of two of a kind, and not in the second.
pub fn difference(mut whole: Extent, taken: &Extent) -> Extent {
    match (&mut whole, taken) {
        (Extent::Set(set), Extent::Set(out)) => Arc::make_mut(set).subtract(out),
        (Extent::Relation(matrix), Extent::Relation(out)) => Arc::make_mut(matrix).subtract(out),
        (Extent::Set(_), Extent::Relation(_)) | (Extent::Relation(_), Extent::Set(_)) => {}
    }
    whole
}
