//! The tests that two models were compared on, counted and sorted.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

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
    pub fn of(found: &[Difference]) -> Self {
        let count = |wanted| found.iter().filter(|&&one| one == wanted).count();
        Self {
            tests: found.len(),
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
        tests.sort_by(|a, b| Rank::of(a).key().cmp(&Rank::of(b).key()));
        let found: Vec<Difference> = tests.iter().map(|row| row.difference).collect();
        Self {
            first: pair.first.name.clone(),
            second: pair.second.name.clone(),
            summary: Summary::of(&found),
            tests,
        }
    }
}

/// What says where a test stands among the others: the fields of a row that matter to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rank<'r> {
    /// What it says of the models.
    pub difference: Difference,
    /// How many accesses it has.
    pub accesses: usize,
    /// How many instructions.
    pub instructions: usize,
    /// The file.
    #[serde(borrow)]
    pub file: Cow<'r, str>,
}

impl<'r> Rank<'r> {
    fn of(row: &'r Row) -> Self {
        Self {
            difference: row.difference,
            accesses: row.accesses,
            instructions: row.instructions,
            file: Cow::Borrowed(&row.file),
        }
    }

    /// Tests with smaller keys come first.
    #[must_use]
    pub fn key(&self) -> (u8, usize, usize, &str) {
        let kind = match self.difference {
            Difference::FirstAllowsMore | Difference::SecondAllowsMore | Difference::Both => 0,
            Difference::Unknown => 1,
            Difference::Unsupported => 2,
            Difference::Equal => 3,
        };
        (kind, self.accesses, self.instructions, &self.file)
    }
}
