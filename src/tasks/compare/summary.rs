//! The tests that two models were compared on, counted and sorted.

use serde::Serialize;

use super::given::{Difference, Pair, Row};

/// How many tests there are of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All.
    pub tests: usize,
    /// The first model allows more.
    pub first_allows_more: usize,
    /// The second model allows more.
    pub second_allows_more: usize,
    /// Each allows more than the other.
    pub both: usize,
    /// They allow the same.
    pub equal: usize,
    /// It was not found out.
    pub unknown: usize,
    /// One refuses it.
    pub unsupported: usize,
}

impl Summary {
    /// Counts.
    #[must_use]
    pub fn of(rows: &[Row]) -> Self {
        let count = |wanted| rows.iter().filter(|row| row.difference == wanted).count();
        Self {
            tests: rows.len(),
            first_allows_more: count(Difference::FirstAllowsMore),
            second_allows_more: count(Difference::SecondAllowsMore),
            both: count(Difference::Both),
            equal: count(Difference::Equal),
            unknown: count(Difference::Unknown),
            unsupported: count(Difference::Unsupported),
        }
    }

    /// How many tests set the models apart.
    #[must_use]
    pub const fn apart(&self) -> usize {
        self.first_allows_more + self.second_allows_more + self.both
    }
}

/// The two models on all tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// The name of the first model.
    pub first: String,
    /// The name of the second.
    pub second: String,
    /// How many tests there are of each kind.
    pub summary: Summary,
    /// The tests: first those that set them apart, the smallest first.
    pub tests: Vec<Row>,
}

impl Compared {
    /// Sorts the tests.
    #[must_use]
    pub fn new(pair: Pair<'_>, mut tests: Vec<Row>) -> Self {
        tests.sort_by(|a, b| key(a).cmp(&key(b)));
        Self {
            first: pair.first.name.clone(),
            second: pair.second.name.clone(),
            summary: Summary::of(&tests),
            tests,
        }
    }
}

fn key(row: &Row) -> (u8, usize, usize, &str) {
    let kind = match row.difference {
        Difference::FirstAllowsMore | Difference::SecondAllowsMore | Difference::Both => 0,
        Difference::Unknown => 1,
        Difference::Unsupported => 2,
        Difference::Equal => 3,
    };
    (kind, row.accesses, row.instructions, &row.file)
}
