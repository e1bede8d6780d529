//! What a search of all tests has found of two models.

use serde::Serialize;

use crate::model::Model;

use super::shown::Apart;
use super::vocabulary::Told;

/// What the models are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// They allow the same outcomes of all tests that were searched.
    Equal,
    /// The first allows all that the second does, and more.
    FirstAllowsMore,
    /// The second allows all that the first does, and more.
    SecondAllowsMore,
    /// Each allows what the other forbids.
    Both,
    /// Not everything was searched.
    Unknown,
}

/// A test that sets them apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Separator {
    /// How many accesses it has.
    pub accesses: usize,
    /// How many threads.
    pub threads: usize,
    /// How many fences.
    pub fences: usize,
    /// How many dependencies.
    pub dependencies: usize,
    /// The models that call it racy, and so promise nothing of it: only which of its executions they allow was compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub racy: Vec<String>,
    /// The test, with what both models say.
    #[serde(flatten)]
    pub apart: Apart,
}

/// What one model allows and the other forbids.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Way {
    /// The model that allows it.
    pub allows: String,
    /// The model that forbids it.
    pub forbids: String,
    /// There is no such test of up to so many accesses.
    pub none_up_to: usize,
    /// The smallest test, or all of its size.
    pub tests: Vec<Separator>,
    /// Whether there may be more tests of that size, where all were asked for.
    pub more: bool,
    /// Why the search ended early.
    pub open: Option<String>,
}

impl Way {
    pub(super) fn new(allows: &Model, forbids: &Model) -> Self {
        Self {
            allows: allows.name.clone(),
            forbids: forbids.name.clone(),
            none_up_to: 0,
            tests: Vec::new(),
            more: false,
            open: None,
        }
    }

    pub(super) fn done(&self) -> bool {
        !self.tests.is_empty() || self.open.is_some()
    }
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Searched {
    /// The first model.
    pub first: String,
    /// The second.
    pub second: String,
    /// What they are to each other, on the tests that were searched.
    pub conclusion: Conclusion,
    /// The most accesses that were asked for.
    pub events: usize,
    /// What the tests may contain.
    pub vocabulary: Told,
    /// Whether one of them says of some programs that they are racy: that is not compared.
    pub races: bool,
    /// What the first allows and the second forbids, and the other way round.
    pub ways: [Way; 2],
}

impl Conclusion {
    /// What two ways come to.
    pub(super) fn of(ways: &[Way; 2]) -> Self {
        let [more, less] = ways.each_ref().map(|way| !way.tests.is_empty());
        let open = ways.iter().any(|way| way.open.is_some());
        match (more, less, open) {
            (true, true, _) => Self::Both,
            (false, _, true) | (_, false, true) => Self::Unknown,
            (true, false, false) => Self::FirstAllowsMore,
            (false, true, false) => Self::SecondAllowsMore,
            (false, false, false) => Self::Equal,
        }
    }
}
