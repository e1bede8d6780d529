//! What an exploration found.

use crate::stop::Open;

use super::replay::FinalState;
use super::schedule::Schedule;

pub use crate::verdict::plain::{Findings, Quantity, Verdict};

/// The answer to "is the condition reachable?", by exploring all states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether some execution satisfies the condition.
    pub verdict: Verdict,
    /// In how many executions it holds; nothing where a limit or bound leaves that open.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true; nothing where that is open.
    pub holds: Option<bool>,
    /// What leaves the verdict or the quantity open, if anything does.
    pub open: Option<Open>,
    /// An execution that satisfies the condition, if there is one.
    pub witness: Option<Execution>,
    /// An execution that does not, if there is one.
    pub counterexample: Option<Execution>,
    /// How many states were reached.
    pub states: u64,
}

/// An execution: its steps, and where they lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// The steps.
    pub schedule: Schedule,
    /// What registers and locations hold at the end.
    pub end: FinalState,
}
