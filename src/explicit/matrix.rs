//! Relations over the events of one execution, as bit matrices.

use super::event::MAX_EVENTS;

/// A set of events.
pub type Set = u128;

/// The events of a set, in ascending order.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < MAX_EVENTS).then_some(lowest)
    })
}

/// A relation: row `a` holds the events that `a` is related to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    rows: Vec<Set>,
}

impl Matrix {
    /// The empty relation over `events` events, at most [`MAX_EVENTS`].
    #[must_use]
    pub fn empty(events: usize) -> Self {
        Self {
            rows: vec![0; events.min(MAX_EVENTS)],
        }
    }

    /// The relation of the pairs that satisfy a predicate.
    #[must_use]
    pub fn of(events: usize, related: impl Fn(usize, usize) -> bool) -> Self {
        let mut matrix = Self::empty(events);
        for a in 0..matrix.rows.len() {
            for b in 0..matrix.rows.len() {
                if related(a, b) {
                    matrix.add(a, b);
                }
            }
        }
        matrix
    }

    /// Relates `a` to `b`.
    pub fn add(&mut self, a: usize, b: usize) {
        self.rows[a] |= 1 << b;
    }

    /// Relates every member of `set` to `b`.
    pub fn add_all(&mut self, set: Set, b: usize) {
        for a in members(set) {
            self.add(a, b);
        }
    }

    /// Relates `a` to every member of `set`.
    pub fn add_row(&mut self, a: usize, set: Set) {
        self.rows[a] |= set;
    }

    /// Whether `a` is related to `b`.
    #[must_use]
    pub fn has(&self, a: usize, b: usize) -> bool {
        self.rows[a] & (1 << b) != 0
    }

    /// What `a` is related to.
    #[must_use]
    pub fn row(&self, a: usize) -> Set {
        self.rows[a]
    }

    /// Adds all pairs of another relation, if `enabled`.
    pub fn join_if(&mut self, enabled: bool, other: &Self) {
        if enabled {
            for (row, more) in self.rows.iter_mut().zip(&other.rows) {
                *row |= more;
            }
        }
    }

    /// The pairs that satisfy a predicate.
    #[must_use]
    pub fn filter(&self, keep: impl Fn(usize, usize) -> bool) -> Self {
        let mut kept = Self::empty(self.rows.len());
        for (a, row) in self.rows.iter().enumerate() {
            for b in members(*row).filter(|b| keep(a, *b)) {
                kept.add(a, b);
            }
        }
        kept
    }

    /// This relation, then another.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        let mut result = Self::empty(self.rows.len());
        for (a, row) in self.rows.iter().enumerate() {
            for b in members(*row) {
                result.rows[a] |= other.rows[b];
            }
        }
        result
    }

    /// The transitive closure.
    #[must_use]
    pub fn closure(&self) -> Self {
        let mut result = self.clone();
        for middle in 0..result.rows.len() {
            let reached = result.rows[middle];
            for row in &mut result.rows {
                if *row & (1 << middle) != 0 {
                    *row |= reached;
                }
            }
        }
        result
    }

    /// Whether no event is related to itself.
    #[must_use]
    pub fn is_irreflexive(&self) -> bool {
        (0..self.rows.len()).all(|a| !self.has(a, a))
    }

    /// Whether no events are related.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| *row == 0)
    }

    /// Whether no cycle runs through the relation: events without successors are taken away until
    /// none is left, or none can be.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        let mut left: Set = (0..self.rows.len()).fold(0, |set, a| set | 1 << a);
        loop {
            let stuck = members(left)
                .filter(|a| self.rows[*a] & left != 0)
                .fold(0, |set, a| set | 1 << a);
            if stuck == 0 {
                return true;
            }
            if stuck == left {
                return false;
            }
            left = stuck;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found_and_chains_are_not() {
        let mut chain = Matrix::of(5, |a, b| b == a + 1);
        assert!(chain.is_acyclic());
        chain.add(4, 2);
        assert!(!chain.is_acyclic());
    }

    #[test]
    fn the_last_event_has_its_bit() {
        let mut matrix = Matrix::empty(MAX_EVENTS);
        matrix.add(MAX_EVENTS - 1, MAX_EVENTS - 1);
        assert!(matrix.has(MAX_EVENTS - 1, MAX_EVENTS - 1));
        assert!(!matrix.is_acyclic());
        assert_eq!(members(Set::MAX).count(), MAX_EVENTS);
    }
}
