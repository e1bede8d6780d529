//! Updates that all take the value of a memory the same steps, from what it may begin with.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::program::value::fit;
use crate::syntax::ast::Type;

use super::alike::alike;
use super::tally::update;

/// The most steps that are looked at, of all updates from all values.
const STEPS: usize = 200_000;

/// Updates that take the same steps.
pub(super) struct Steps {
    /// Which updates do.
    pub(super) counted: Vec<bool>,
    /// For each value that they may begin with, the value after each number of them; past the end, no more succeeds.
    pub(super) from: BTreeMap<i64, Vec<i64>>,
}

/// The values after each number of updates of a kind.
type Walked = Vec<i64>;

impl Steps {
    /// As many updates as take the same steps from one value, at least so many; and all values from which all of
    /// these do.
    pub(super) fn new(
        unrolled: &Unrolled,
        updates: &[EventId],
        starts: &BTreeSet<i64>,
        ty: Type,
        fewest: usize,
    ) -> Option<Self> {
        let walked = |one: EventId| -> BTreeMap<i64, Walked> {
            let from = |&start: &i64| Some((start, walk(unrolled, one, start, ty, updates.len())?));
            starts.iter().filter_map(from).collect()
        };
        let enough = |counted: &[bool]| counted.iter().filter(|one| **one).count() >= fewest;
        if updates.len() * updates.len() * starts.len() > STEPS {
            // Those that are written the same.
            let like = |&first: &EventId| -> Vec<bool> {
                let same = |other: &EventId| alike(unrolled, first, *other);
                updates.iter().map(same).collect()
            };
            let counted = updates.iter().map(like).find(|counted| enough(counted))?;
            let first = updates[counted.iter().position(|one| *one)?];
            let from = walked(first);
            return Some(Self { counted, from });
        }
        // Nothing is known of one that hangs on what others find.
        let each = updates.iter().map(|&one| {
            if alike(unrolled, one, one) {
                walked(one)
            } else {
                BTreeMap::new()
            }
        });
        let each: Vec<BTreeMap<i64, Walked>> = each.collect();
        let mut best: Option<Self> = None;
        for start in starts {
            let leaders: BTreeSet<&Walked> = each.iter().filter_map(|one| one.get(start)).collect();
            for leader in leaders {
                let counted = each.iter().map(|one| one.get(start) == Some(leader));
                let counted: Vec<bool> = counted.collect();
                let from = common(&each, &counted);
                let steps = Self { counted, from };
                if best.as_ref().is_none_or(|best| steps.size() > best.size()) {
                    best = Some(steps);
                }
            }
        }
        best.filter(|best| enough(&best.counted))
    }

    /// How many they are, and from how many values.
    fn size(&self) -> (usize, usize) {
        let counted = self.counted.iter().filter(|one| **one);
        (counted.count(), self.from.len())
    }
}

/// The steps that all counted ones take alike.
fn common(each: &[BTreeMap<i64, Walked>], counted: &[bool]) -> BTreeMap<i64, Walked> {
    let mut members = each.iter().zip(counted).filter(|(_, counted)| **counted);
    let Some((first, _)) = members.next() else {
        return BTreeMap::new();
    };
    let mut common = first.clone();
    for (other, _) in members {
        common.retain(|start, walked| other.get(start) == Some(walked));
    }
    common
}

/// What so many updates like one make of a value, until one does not succeed; nothing where it is no update.
fn walk(unrolled: &Unrolled, one: EventId, start: i64, ty: Type, most: usize) -> Option<Walked> {
    let (value, success) = update(unrolled, one)?;
    let mut old = start;
    let mut values = vec![old];
    for _ in 0..most {
        if !unrolled.symbolic.holds(success, &|_| old) {
            break;
        }
        old = fit(unrolled.symbolic.evaluate(value, &|_| old), ty);
        values.push(old);
    }
    Some(values)
}
