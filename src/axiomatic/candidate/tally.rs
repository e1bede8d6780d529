//! What the read-modify-writes of a memory do to its value, where only their number counts: in
//! whichever order they come, the value is a function of which ones came before.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::{EventId, GuardExpr, GuardId, ValueExpr, ValueId};
use crate::program::value::{compute, fit};
use crate::syntax::ast::{Arithmetic, Type};

use super::steps::Steps;

/// The most sums that are told apart.
const SUMS: usize = 256;

/// A function from what came before to the value.
#[derive(Debug, Clone)]
pub struct Tally {
    /// What is summed up, each on its own: the weight that each update has in it.
    pub counts: Vec<Vec<i64>>,
    /// Which updates are counted. After one that is not, all begins anew.
    pub counted: Vec<bool>,
    rule: Rule,
    ty: Type,
}

#[derive(Debug, Clone)]
enum Rule {
    /// The first sum is added to what was there, the second taken from it.
    Sum,
    /// All updates take the same steps: for each value that was there first, the value after each number of them;
    /// past the end, no more succeeds.
    Steps(BTreeMap<i64, Vec<i64>>),
}

impl Tally {
    /// The tally of the updates of one memory, if enough of them have one: those that add a constant, or
    /// else some that all take the same [steps](Steps). The values are those that sums may begin with.
    #[must_use]
    pub fn new(
        unrolled: &Unrolled,
        updates: &[EventId],
        starts: &BTreeSet<i64>,
        fewest: usize,
    ) -> Option<Self> {
        let ty = unrolled.events[updates.first()?.0].read_type()?;
        let one_type = |event: &EventId| unrolled.events[event.0].read_type() == Some(ty);
        if !updates.iter().all(one_type) {
            return None;
        }
        let addends: Vec<Option<i64>> = updates.iter().map(|&e| addend(unrolled, e)).collect();
        if addends.iter().flatten().count() >= fewest {
            return Some(Self::sum(&addends, ty));
        }
        let Steps { counted, from } = Steps::new(unrolled, updates, starts, ty, fewest)?;
        Some(Self {
            counts: vec![counted.iter().map(|one| i64::from(*one)).collect()],
            rule: Rule::Steps(from),
            counted,
            ty,
        })
    }

    fn sum(addends: &[Option<i64>], ty: Type) -> Self {
        let part = |sign: i64| {
            let weights = addends.iter().map(|each| each.unwrap_or(0) * sign);
            weights.map(|weight| weight.max(0)).collect()
        };
        Self {
            counts: vec![part(1), part(-1)],
            counted: addends.iter().map(Option::is_some).collect(),
            rule: Rule::Sum,
            ty,
        }
    }

    /// Whether no update can find what was computed from what it leaves, whatever a model says.
    #[must_use]
    pub fn ascends(&self) -> bool {
        match self.rule {
            Rule::Sum => {
                let (up, down) = (self.counts[0].iter(), self.counts[1].iter());
                let numbers: Vec<i64> = up.zip(down).map(|(up, down)| up - down).collect();
                self.counted.iter().all(|one| *one) && ascend(&numbers, self.ty)
            }
            Rule::Steps(_) => false,
        }
    }

    /// Whether it is known what comes of a value: that sums began with it was foreseen, and it is one of
    /// the updates' type.
    #[must_use]
    pub fn knows(&self, start: i64) -> bool {
        fit(start, self.ty) == start
            && match &self.rule {
                Rule::Sum => true,
                Rule::Steps(known) => known.contains_key(&start),
            }
    }

    /// The sums that some of the weights can have, in ascending order; none if they are too many.
    #[must_use]
    pub fn sums(weights: &[i64]) -> Option<Vec<i64>> {
        let mut sums = BTreeSet::from([0_i64]);
        for &weight in weights.iter().filter(|weight| **weight != 0) {
            let more: Vec<i64> = sums.iter().map(|sum| sum + weight).collect();
            sums.extend(more);
            if sums.len() > SUMS {
                return None;
            }
        }
        Some(sums.into_iter().collect())
    }

    /// What a counted update finds where this was there first, and what came since has these sums; nothing
    /// where an update that succeeds cannot come then. Only for what it [knows](Self::knows).
    #[must_use]
    pub fn found(&self, start: i64, sums: &[i64]) -> Option<i64> {
        match &self.rule {
            Rule::Sum => self.left(start, sums),
            // One more must have been possible.
            Rule::Steps(known) => {
                let next = usize::try_from(*sums.first()?).ok()?.checked_add(1)?;
                known.get(&start)?.get(next).and(self.left(start, sums))
            }
        }
    }

    /// What updates with these sums leave of what was there first; nothing where they cannot have been so
    /// many. Only for what it [knows](Self::knows).
    #[must_use]
    pub fn left(&self, start: i64, sums: &[i64]) -> Option<i64> {
        let sum = |index: usize| sums.get(index).copied().unwrap_or(0);
        match &self.rule {
            Rule::Sum => {
                let change = sum(0).wrapping_sub(sum(1));
                Some(compute(Arithmetic::Add, start, change, self.ty))
            }
            Rule::Steps(known) => {
                let steps = usize::try_from(sum(0)).ok()?;
                known.get(&start)?.get(steps).copied()
            }
        }
    }
}

/// Whether numbers have one sign, and together do not come round to zero: so no value is itself
/// plus some of them.
#[must_use]
pub fn ascend(numbers: &[i64], ty: Type) -> bool {
    let total: i128 = numbers.iter().map(|number| i128::from(*number)).sum();
    let up = numbers.iter().all(|number| *number > 0);
    let down = numbers.iter().all(|number| *number < 0);
    (up || down) && total.abs() < 1 << ty.bits
}

/// What an update writes, and when it does.
pub(super) fn update(unrolled: &Unrolled, event: EventId) -> Option<(ValueId, GuardId)> {
    match unrolled.events[event.0].kind {
        EventKind::ReadWrite { value, success, .. } => Some((value, success)),
        EventKind::Initial { .. }
        | EventKind::Read { .. }
        | EventKind::Write { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. }
        | EventKind::Choice => None,
    }
}

/// The number that an update adds to what it finds, at the type it reads at.
#[must_use]
pub fn addend(unrolled: &Unrolled, event: EventId) -> Option<i64> {
    /// Sums of so large numbers would not fit.
    const LARGE: i64 = 1 << 48;
    let (value, success) = update(unrolled, event)?;
    let symbolic = &unrolled.symbolic;
    let ValueExpr::Arithmetic(op, ty, old, change) = symbolic.value(value) else {
        return None;
    };
    let ValueExpr::Constant(change) = symbolic.value(change) else {
        return None;
    };
    let own = symbolic.value(old) == ValueExpr::Read(event);
    let always = matches!(symbolic.guard(success), GuardExpr::True);
    let typed = unrolled.events[event.0].read_type() == Some(ty);
    let change = match op {
        Arithmetic::Add => change,
        Arithmetic::Sub => change.checked_neg()?,
        Arithmetic::Mul
        | Arithmetic::And
        | Arithmetic::Or
        | Arithmetic::Xor
        | Arithmetic::Min
        | Arithmetic::Max
        | Arithmetic::Shl
        | Arithmetic::Shr => return None,
    };
    (own && always && typed && change.abs() < LARGE).then_some(change)
}

/// The constant that an event writes, whatever is read.
#[must_use]
pub fn constant(unrolled: &Unrolled, writer: EventId) -> Option<i64> {
    let value = match unrolled.events[writer.0].kind {
        EventKind::Initial { value, .. } => return Some(value),
        EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } => value,
        EventKind::Read { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. }
        | EventKind::Choice => return None,
    };
    match unrolled.symbolic.value(value) {
        ValueExpr::Constant(number) => Some(number),
        ValueExpr::Read(_)
        | ValueExpr::Fit(..)
        | ValueExpr::Arithmetic(..)
        | ValueExpr::Select(..) => None,
    }
}
