//! What to find out of a test.

use std::time::Duration;

use crate::sat::engine::{Engine, Limits};
use crate::stop::Stop;

/// What to find out, and when to give up.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each asks for something of its own"
)]
pub struct Options {
    /// How often a backward jump is taken each time its loop is entered.
    pub bound: usize,
    /// Time for each question, its encoding included.
    pub timeout: Option<Duration>,
    /// Time for each reason, its encoding and its story included: a verdict that is known does not
    /// wait for longer.
    pub reason_time: Option<Duration>,
    /// When somebody else wants all to end.
    pub stop: Stop,
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
    /// Have somebody else confirm what no execution does. A search that asks thousands of questions
    /// does without, and has its result confirmed at its end.
    pub confirm: bool,
}

/// The time that a reason gets unless another is given.
pub const REASON_TIME: Duration = Duration::from_secs(2);

impl Options {
    /// Limits of a question that begins now.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.within(self.timeout)
    }

    /// Limits of a reason that is sought from now on.
    #[must_use]
    pub fn reason_limits(&self) -> Limits {
        self.within(self.reason_time)
    }

    fn within(&self, time: Option<Duration>) -> Limits {
        let stop = match time {
            Some(time) => self.stop.and_after(time),
            None => self.stop.clone(),
        };
        Limits {
            stop,
            engine: self.engine,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bound: 2,
            timeout: Some(Duration::from_secs(60)),
            reason_time: Some(REASON_TIME),
            stop: Stop::never(),
            quantity: true,
            reason: true,
            flags: true,
            engine: Engine::Auto,
            explicit: false,
            proof: false,
            confirm: true,
        }
    }
}
