//! How a program ends.

use super::shape::Shape;
use super::tree::{location, register};

/// How a program ends: what its reads have found, and what memory holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// For each thread, what its reads have found, in order.
    pub reads: Vec<Vec<i64>>,
    /// For each location, what it holds at the end.
    pub memory: Vec<i64>,
}

impl Outcome {
    /// The outcome of values in the order of [`Shape::observed`]; none if these are not so many.
    #[must_use]
    pub fn of(shape: &Shape, values: &[i64]) -> Option<Self> {
        let mut values = values.iter().copied();
        let mut reads = Vec::new();
        for column in &shape.columns {
            let own = column.accesses().filter(|access| access.kind.reads());
            let own: Option<Vec<i64>> = own.map(|_| values.next()).collect();
            reads.push(own?);
        }
        let memory: Option<Vec<i64>> = shape.spaces.iter().map(|_| values.next()).collect();
        let outcome = Self {
            reads,
            memory: memory?,
        };
        values.next().is_none().then_some(outcome)
    }
}

impl Shape {
    /// The names of all that an outcome tells, in the words of tests: the reads thread by thread, then the
    /// locations.
    #[must_use]
    pub fn observed(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (thread, column) in self.columns.iter().enumerate() {
            let reads = column.accesses().filter(|access| access.kind.reads());
            let named = (0..reads.count()).map(|read| format!("P{thread}:{}", register(read)));
            names.extend(named);
        }
        names.extend((0..self.spaces.len()).map(location));
        names
    }

    /// The value that each access writes, thread by thread; none where it only reads.
    #[must_use]
    pub fn written(&self) -> Vec<Vec<Option<i64>>> {
        let mut last = vec![0; self.spaces.len()];
        let columns = self.columns.iter();
        let values = columns.map(|column| {
            let accesses = column.accesses();
            let values = accesses.map(|access| {
                let last = last.get_mut(access.location)?;
                access.kind.writes().then(|| {
                    *last += 1;
                    *last
                })
            });
            values.collect()
        });
        values.collect()
    }
}
