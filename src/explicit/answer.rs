//! What an enumeration found.

use super::event::Event;
use crate::program::{LocationId, Program, Term};
use crate::stop::Open;

pub use crate::verdict::plain::{Findings, Quantity, Verdict};

/// The answer to "is the condition reachable?", by enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether some execution satisfies the condition.
    pub verdict: Verdict,
    /// In how many executions it holds; nothing where a limit or bound leaves that open.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true; nothing where that is open.
    pub holds: Option<bool>,
    /// What leaves something open, if anything does.
    pub open: Option<Open>,
    /// An execution that satisfies the condition, if there is one; of a racy program, one with a
    /// race.
    pub witness: Option<Witness>,
    /// An execution that does not, if there is one.
    pub counterexample: Option<Witness>,
    /// The two accesses that race in the witness, by index, if the program is racy.
    pub race: Option<(usize, usize)>,
    /// Under a model that flags data races, whether some execution that counts has one; nothing where that
    /// is open.
    pub flagged: Option<bool>,
    /// One that has, if there is one.
    pub racing: Option<Witness>,
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
            holds: None,
            open: None,
            witness: None,
            counterexample: None,
            race: None,
            flagged: None,
            racing: None,
            executions: 0,
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
    /// Two events that have a data race, by index, under a model that only flags it.
    pub flagged: Option<(usize, usize)>,
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
