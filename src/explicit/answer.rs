//! What an enumeration found.

use super::event::Event;
use crate::program::{LocationId, Program, Term};

/// The answer to "is the condition reachable?", by enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether some execution satisfies the condition.
    pub verdict: Verdict,
    /// In how many executions it holds; nothing where a limit or bound leaves that open.
    pub quantity: Option<Quantity>,
    /// An execution that satisfies the condition, if there is one; of a racy program, one with a
    /// race.
    pub witness: Option<Witness>,
    /// An execution that does not, if there is one.
    pub counterexample: Option<Witness>,
    /// The two accesses that race in the witness, by index, if the program is racy.
    pub race: Option<(usize, usize)>,
    /// How many executions counted: allowed by the model, ended, and satisfying the filter.
    pub executions: usize,
}

impl Answer {
    /// An answer that says nothing but its verdict.
    #[must_use]
    pub(super) const fn bare(verdict: Verdict) -> Self {
        Self {
            verdict,
            quantity: None,
            witness: None,
            counterexample: None,
            race: None,
            executions: 0,
        }
    }
}

/// Whether the condition is reachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Some execution satisfies it.
    Reachable,
    /// No execution does.
    Unreachable,
    /// Some execution has a race, so that no outcome is promised.
    Racy,
    /// The enumeration could not tell.
    Unknown(Reason),
}

impl Verdict {
    /// The word for it: `reachable`, `unreachable`, `racy` or `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Racy => "racy",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// Why a verdict is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Some execution goes round a loop more often than the bound allows.
    Bound,
    /// Time, candidates or events ran out; see [`Limits`](super::Limits).
    Limits,
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

/// One execution: its events, and who reads from and overwrites whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The events: the initial writes, then those of each thread in program order.
    pub events: Vec<Event>,
    /// Pairs of a write and a read of its value, by index, ordered by the read.
    pub rf: Vec<(usize, usize)>,
    /// For each memory, its writes in coherence order, by index.
    pub co: Vec<(LocationId, Vec<usize>)>,
    /// The final value of each thread's registers.
    pub registers: Vec<Vec<i64>>,
    /// The final value of each location.
    pub memory: Vec<i64>,
}

impl Witness {
    /// The value of a term of a condition at the end of the execution.
    #[must_use]
    pub fn value(&self, term: Term) -> i64 {
        final_value(&self.registers, &self.memory, term)
    }

    /// Whether the final state satisfies the filter of a program, if it has one.
    #[must_use]
    pub fn passes_filter(&self, program: &Program) -> bool {
        let value = |term| self.value(term);
        program
            .filter
            .as_ref()
            .is_none_or(|filter| filter.holds(&value))
    }

    /// Whether the final state satisfies the condition of a program.
    #[must_use]
    pub fn satisfies(&self, program: &Program) -> bool {
        program.condition.holds(&|term| self.value(term))
    }
}

/// The value of a term in a final state.
fn final_value(registers: &[Vec<i64>], memory: &[i64], term: Term) -> i64 {
    match term {
        Term::Constant(value) => value,
        Term::Register(thread, register) => registers[thread.0][register.0],
        Term::Location(location) => memory[location.0],
    }
}
