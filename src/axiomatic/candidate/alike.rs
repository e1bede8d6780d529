//! Whether two read-modify-writes do the same with what they find.

use std::cell::Cell;

use crate::program::events::Unrolled;
use crate::program::symbolic::{EventId, GuardExpr, GuardId, Symbolic, ValueExpr, ValueId};

use super::tally::update;

/// Whether two updates do the same with what they find.
pub(super) fn alike(unrolled: &Unrolled, a: EventId, b: EventId) -> bool {
    let (Some(left), Some(right)) = (update(unrolled, a), update(unrolled, b)) else {
        return false;
    };
    let pair = Pair {
        symbolic: &unrolled.symbolic,
        events: (a, b),
        left: Cell::new(PATIENCE),
    };
    pair.values(left.0, right.0) && pair.guards(left.1, right.1)
}

/// Two expressions, each about what an event of its own reads. One that reads anything else is like
/// no other; as constants are folded, a walk comes upon such a read at once.
struct Pair<'a> {
    symbolic: &'a Symbolic,
    events: (EventId, EventId),
    /// How many more parts are looked at: shared parts are met again and again.
    left: Cell<usize>,
}

/// How many parts of two expressions are compared, before they count as different.
const PATIENCE: usize = 1000;

impl Pair<'_> {
    /// Whether there is patience for one part more.
    fn goes_on(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    fn values(&self, a: ValueId, b: ValueId) -> bool {
        if !self.goes_on() {
            return false;
        }
        match (self.symbolic.value(a), self.symbolic.value(b)) {
            (ValueExpr::Constant(x), ValueExpr::Constant(y)) => x == y,
            (ValueExpr::Read(x), ValueExpr::Read(y)) => (x, y) == self.events,
            (ValueExpr::Fit(x, left), ValueExpr::Fit(y, right)) => {
                left == right && self.values(x, y)
            }
            (
                ValueExpr::Arithmetic(op, left, x1, x2),
                ValueExpr::Arithmetic(other, right, y1, y2),
            ) => op == other && left == right && self.values(x1, y1) && self.values(x2, y2),
            (ValueExpr::Select(g, x1, x2), ValueExpr::Select(h, y1, y2)) => {
                self.guards(g, h) && self.values(x1, y1) && self.values(x2, y2)
            }
            (
                ValueExpr::Constant(_)
                | ValueExpr::Read(_)
                | ValueExpr::Fit(..)
                | ValueExpr::Arithmetic(..)
                | ValueExpr::Select(..),
                _,
            ) => false,
        }
    }

    fn guards(&self, a: GuardId, b: GuardId) -> bool {
        if !self.goes_on() {
            return false;
        }
        match (self.symbolic.guard(a), self.symbolic.guard(b)) {
            (GuardExpr::True, GuardExpr::True) => true,
            (GuardExpr::Not(x), GuardExpr::Not(y)) => self.guards(*x, *y),
            (GuardExpr::Equal(left, x1, x2), GuardExpr::Equal(right, y1, y2)) => {
                let straight = self.values(*x1, *y1) && self.values(*x2, *y2);
                // The sides of an equation are kept in no order of the program's.
                left == right && (straight || (self.values(*x1, *y2) && self.values(*x2, *y1)))
            }
            (GuardExpr::Less(left, x1, x2), GuardExpr::Less(right, y1, y2)) => {
                left == right && self.values(*x1, *y1) && self.values(*x2, *y2)
            }
            (GuardExpr::And(left), GuardExpr::And(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right).all(|(x, y)| self.guards(*x, *y))
            }
            (GuardExpr::Or(x1, x2), GuardExpr::Or(y1, y2)) => {
                self.guards(*x1, *y1) && self.guards(*x2, *y2)
            }
            (
                GuardExpr::True
                | GuardExpr::Equal(..)
                | GuardExpr::Less(..)
                | GuardExpr::Not(_)
                | GuardExpr::And(_)
                | GuardExpr::Or(..),
                _,
            ) => false,
        }
    }
}
