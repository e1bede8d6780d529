//! What to find out of a test.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::sat::engine::{Engine, Limits};
use crate::stop::Stop;

use super::plain::{Quantity, Verdict};
use super::states::Wanted;

/// The most that a loop bound may be, wherever a user says one.
pub const MOST_BOUND: u8 = 100;

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
    /// Say also whether executions end, of tests that have a barrier or a loop.
    pub terminates: bool,
    /// Ask for each flag of the model whether some execution raises it, a data race say.
    pub flags: bool,
    /// Under a model that flags data races, show an execution with one where the execution that shows the
    /// verdict has none; and say why none has one, where reasons are given.
    pub race: bool,
    /// Look for changes that would order the accesses of such a race.
    pub mend: bool,
    /// Show an execution that is a smallest one: the witness, the counterexample of a `forall`, or an
    /// execution with a race. Only a solver knows it to be one.
    pub smallest: bool,
    /// Who answers.
    pub engine: Engine,
    /// List also the final states that the model allows.
    pub states: Option<Wanted>,
    /// Enumerate instead: whoever can answer with a view asks no solver then.
    pub explicit: bool,
    /// Whom to tell the answer before its reason is sought.
    pub tell: Option<Tell>,
    /// Keep the proofs of what is unreachable, where the engine has them.
    pub proof: bool,
    /// Have somebody else confirm what no execution does. A search that asks thousands of questions
    /// does without, and has its result confirmed at its end.
    pub confirm: bool,
}

/// What is known before a reason is sought, or what would mend a race. It can still turn out to be in doubt: a reason is a second
/// proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Early {
    /// The verdict.
    pub verdict: Verdict,
    /// In how many executions the condition holds.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true.
    pub holds: Option<bool>,
}

/// Somebody who wants an answer as soon as it is known, before its reason.
#[derive(Clone)]
pub struct Tell(Arc<dyn Fn(Early) + Send + Sync>);

impl Tell {
    /// Whoever listens; it may be called on another thread.
    #[must_use]
    pub fn new(listen: impl Fn(Early) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listen))
    }
}

impl fmt::Debug for Tell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Tell")
    }
}

/// The time that a reason gets unless another is given.
pub const REASON_TIME: Duration = Duration::from_secs(2);

impl Options {
    /// Tells an answer whose reason is sought next.
    pub(crate) fn tell(&self, early: Early) {
        if let Some(Tell(listen)) = &self.tell {
            listen(early);
        }
    }

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

    /// Limits of a search that begins now, and may take so many times as long as a question.
    #[must_use]
    pub fn long_limits(&self, times: u32) -> Limits {
        self.within(self.timeout.map(|time| time.saturating_mul(times)))
    }

    fn within(&self, time: Option<Duration>) -> Limits {
        let stop = self.stop.anew();
        let stop = match time {
            Some(time) => stop.and_after(time),
            None => stop,
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
            terminates: false,
            flags: true,
            race: false,
            mend: false,
            smallest: false,
            states: None,
            engine: Engine::Auto,
            explicit: false,
            proof: false,
            tell: None,
            confirm: true,
        }
    }
}
