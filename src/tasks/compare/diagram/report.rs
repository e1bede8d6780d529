//! What was found of many models.

use serde::Serialize;

use crate::tasks::audit::Counted;
use crate::tasks::space::Size;

use super::order::Order;

/// Many models, and what sets each two of them apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagram {
    /// The models that were asked.
    pub models: Vec<String>,
    /// Those that were not.
    pub left_out: Vec<LeftOut>,
    /// The most accesses that were asked for.
    pub events: usize,
    /// What programs contain, a line each.
    pub vocabulary: Vec<String>,
    /// What was asked.
    #[serde(flatten)]
    pub counted: Counted,
    /// Why no more was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// The order of models, by their places in `models`.
    pub order: Order,
    /// Each pair that a test sets apart.
    pub apart: Vec<Apart>,
    /// These tests, the smallest first.
    pub tests: Vec<Test>,
}

/// A model that was not asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub model: String,
    /// What of the vocabulary it gives no meaning.
    pub refuses: String,
}

/// Two models that a test sets apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// Who allows its outcome, by its place in `models`.
    pub allows: usize,
    /// Who forbids it.
    pub forbids: usize,
    /// The test, by its place in `tests`; there is no smaller one.
    pub test: usize,
}

/// A test that sets models apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// What it does and finds, in a line.
    pub line: String,
    /// How large it is.
    pub size: Size,
    /// The test, ready to be run, with what it expects of each model.
    pub text: String,
    /// The models that forbid its outcome, by their places in `models`; all others allow it.
    pub forbidden_by: Vec<usize>,
}

impl Diagram {
    /// What one model allows and another forbids.
    #[must_use]
    pub fn between(&self, allows: usize, forbids: usize) -> Option<&Test> {
        let mut all = self.apart.iter();
        let found = all.find(|apart| apart.allows == allows && apart.forbids == forbids)?;
        self.tests.get(found.test)
    }

    /// The names of a class.
    #[must_use]
    pub fn class(&self, class: usize) -> Vec<&str> {
        let models = self.order.classes.get(class).into_iter().flatten();
        let names = models.filter_map(|&model| self.models.get(model));
        names.map(String::as_str).collect()
    }
}
