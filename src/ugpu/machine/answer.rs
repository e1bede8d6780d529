//! What an exploration found.

use super::replay::FinalState;
use super::schedule::Schedule;

/// The answer to "is the condition reachable?", by exploring all states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether some execution satisfies the condition.
    pub verdict: Verdict,
    /// In how many executions it holds; nothing where a limit or bound leaves that open.
    pub quantity: Option<Quantity>,
    /// What leaves the verdict or the quantity open, if anything does.
    pub open: Option<Reason>,
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

/// Whether the condition is reachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Some execution satisfies it.
    Reachable,
    /// No execution does.
    Unreachable,
    /// The exploration could not tell.
    Unknown(Reason),
}

impl Verdict {
    /// The word for it: `reachable`, `unreachable` or `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// Why a verdict is unknown, or a quantity open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Some execution goes round a loop more often than the bound allows.
    Bound,
    /// Time or states ran out; see [`Limits`](super::Limits).
    Limits,
    /// A schedule did not replay: a mistake in this program.
    Internal,
}

/// In how many of the executions that count the condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// In all, and there is one.
    Always,
    /// In some, but not all.
    Sometimes,
    /// In none.
    Never,
}

impl Quantity {
    /// The word for it: `always`, `sometimes` or `never`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Sometimes => "sometimes",
            Self::Never => "never",
        }
    }
}
