//! A program that was made of another, and what an outcome of the one says of the other.

use crate::tasks::space::{Outcome, Shape};

/// An access of a program: its thread, and which of the thread's accesses it is.
pub(super) type At = (usize, usize);

/// A program that was made of another.
#[derive(Debug, Clone)]
pub(super) struct Relaxed {
    pub(super) shape: Shape,
    /// For each access, thread by thread, what it was before. An exchange that was taken apart is there
    /// twice.
    pub(super) from: Vec<Vec<At>>,
}

impl Relaxed {
    /// A program with the same accesses as before.
    pub(super) fn same(shape: Shape) -> Self {
        let columns = shape.columns.iter().enumerate();
        let from = columns.map(|(thread, column)| {
            let accesses = column.accesses().enumerate();
            accesses.map(|(index, _)| (thread, index)).collect()
        });
        let from = from.collect();
        Self { shape, from }
    }

    /// The same program with its threads in another order, and all else numbered as it comes.
    pub(super) fn arranged(&self, order: &[usize]) -> Self {
        let from = order.iter();
        let from = from.filter_map(|&thread| self.from.get(thread).cloned());
        Self {
            shape: self.shape.arranged(order),
            from: from.collect(),
        }
    }

    /// The one of its class of symmetry.
    pub(super) fn canonical(&self) -> Self {
        self.arranged(&self.shape.canonical_order())
    }

    /// What an outcome of the program before asks of this one, in the order of [`Shape::observed`]; nothing
    /// where it was the value of a write that is gone.
    pub(super) fn asks(&self, before: &Shape, outcome: &Outcome) -> Vec<Option<i64>> {
        let old = Written::of(before);
        let new = Written::of(&self.shape);
        let value = |location: usize, value: i64| {
            if value == 0 {
                return Some(0);
            }
            let writer = old.writer(location, value)?;
            self.now(writer, &new)
        };
        let mut asked = Vec::new();
        let mut places = vec![None; self.shape.spaces.len()];
        for (column, from) in self.shape.columns.iter().zip(&self.from) {
            for (access, &at) in column.accesses().zip(from) {
                let Some(place) = old.location(at) else {
                    continue;
                };
                if let Some(slot) = places.get_mut(access.location) {
                    *slot = Some(place);
                }
                if access.kind.reads() {
                    let found = found(before, outcome, at);
                    asked.push(found.and_then(|found| value(place, found)));
                }
            }
        }
        asked.extend(places.into_iter().map(|place| {
            let place = place?;
            value(place, *outcome.memory.get(place)?)
        }));
        asked
    }

    /// What a write of the program before writes now.
    fn now(&self, writer: At, new: &Written) -> Option<i64> {
        let columns = self.from.iter().zip(&new.values);
        let mut all = columns.flat_map(|(from, values)| from.iter().zip(values));
        all.find_map(|(&at, &value)| value.filter(|_| at == writer))
    }
}

/// Whether values are as asked.
pub(super) fn fits(asked: &[Option<i64>], values: &[i64]) -> bool {
    let mut pairs = asked.iter().zip(values);
    asked.len() == values.len()
        && pairs.all(|(asked, value)| asked.is_none_or(|asked| asked == *value))
}

/// What a read has found.
fn found(shape: &Shape, outcome: &Outcome, (thread, index): At) -> Option<i64> {
    let column = shape.columns.get(thread)?;
    let earlier = column.accesses().take(index);
    let earlier = earlier.filter(|access| access.kind.reads()).count();
    outcome.reads.get(thread)?.get(earlier).copied()
}

/// What a program writes where.
struct Written {
    values: Vec<Vec<Option<i64>>>,
    locations: Vec<Vec<usize>>,
}

impl Written {
    fn of(shape: &Shape) -> Self {
        let columns = shape.columns.iter();
        let locations = columns.map(|column| {
            let accesses = column.accesses();
            accesses.map(|access| access.location).collect()
        });
        Self {
            values: shape.written(),
            locations: locations.collect(),
        }
    }

    fn location(&self, (thread, index): At) -> Option<usize> {
        self.locations.get(thread)?.get(index).copied()
    }

    fn writer(&self, location: usize, value: i64) -> Option<At> {
        let columns = self.values.iter().enumerate();
        let mut all = columns.flat_map(|(thread, values)| {
            let values = values.iter().enumerate();
            values.map(move |(index, value)| ((thread, index), *value))
        });
        let here = |at: At| self.location(at) == Some(location);
        all.find_map(|(at, own)| (own == Some(value) && here(at)).then_some(at))
    }
}
