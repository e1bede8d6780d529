//! What the server asks of a text.

use std::path::Path;
use std::time::Duration;

use crate::model::Named;
use crate::sat::engine::Engine;
use crate::syntax::diagnostic::Report;

use super::mistakes;

/// Which models are asked of a test, and how long.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Models; `all` for every built-in model that accepts the test.
    pub models: Vec<Named>,
    /// Whether models without axioms are asked.
    pub allow_empty: bool,
    /// How often a backward jump is taken.
    pub bound: usize,
    /// Time for all answers to one text together.
    pub within: Duration,
    /// Time for each question.
    pub timeout: Duration,
    /// Who answers.
    pub engine: Engine,
}

/// What is wrong with settings, or with a model that they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// In words, with its place.
    pub text: String,
    /// The mistakes of the file of settings, or of that of a model, where it has some.
    pub file: Option<Report>,
}

impl Wrong {
    /// Mistakes in a file.
    #[must_use]
    pub fn report(report: Report) -> Self {
        Self {
            text: mistakes::first(&report),
            file: Some(report),
        }
    }
}

/// Who knows the settings of a test, by its path where it has one; or what is wrong with them.
pub type Find = dyn Fn(Option<&Path>) -> Result<Settings, Wrong> + Send + Sync;
