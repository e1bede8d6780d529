//! What to find out of a test.

use std::time::Duration;

use crate::sat::engine::{Engine, Limits};

/// What to find out, and when to give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How often a backward jump is taken each time its loop is entered.
    pub bound: usize,
    /// Time for each query.
    pub timeout: Option<Duration>,
    /// Ask also in how many executions the condition holds.
    pub quantity: bool,
    /// Give the reason of an `unreachable`.
    pub reason: bool,
    /// Ask for each flag of the model whether some execution raises it, a data race say.
    pub flags: bool,
    /// Who answers.
    pub engine: Engine,
    /// Enumerate instead: whoever can answer with a view asks no solver then.
    pub explicit: bool,
    /// Keep the proofs of what is unreachable, where the engine has them.
    pub proof: bool,
}

impl Options {
    /// Limits of one query.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            engine: self.engine,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bound: 2,
            timeout: Some(Duration::from_secs(60)),
            quantity: true,
            reason: true,
            flags: true,
            engine: Engine::Auto,
            explicit: false,
            proof: false,
        }
    }
}
