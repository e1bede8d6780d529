//! What the server asks of a text.

use std::path::Path;
use std::time::Duration;

use crate::sat::engine::Engine;

/// Which models are asked of a test, and how long.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Models by name or path; `all` for every built-in model that accepts the test.
    pub models: Vec<String>,
    /// How often a backward jump is taken.
    pub bound: usize,
    /// Time for all answers to one text together.
    pub within: Duration,
    /// Time for each question.
    pub timeout: Duration,
    /// Who answers.
    pub engine: Engine,
}

/// Who knows the settings of a test, by its path where it has one; or what is wrong with them.
pub type Find = dyn Fn(Option<&Path>) -> Result<Settings, String> + Send + Sync;
