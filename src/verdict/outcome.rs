//! What is said of a test under a model.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::execution::derivation::Step;
use crate::model::accepts::Unsupported;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::sat::engine::Credit;
use crate::sat::proof::Written;
use crate::syntax::span::Span;
use crate::ugpu::machine as ugpu;
use crate::verdict::ordering::Ordering;

pub use super::plain::{Findings, Quantity, Verdict};

use crate::verdict::machine;

use super::why::Why;

/// A part of a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// An axiom, by its index in the model's definition.
    Axiom(usize),
    /// A fence, a dependency, a pair of program order, or what an access does beyond reading or
    /// writing.
    Ordering(Ordering),
    /// Something that a machine does.
    Machine(machine::Item),
    /// A conjunct of the condition (of its negation, for a `forall`).
    Condition {
        /// Where it is written.
        span: Span,
        /// Its opposite is meant.
        negated: bool,
    },
    /// A conjunct of the filter.
    Filter {
        /// Where it is written.
        span: Span,
        /// Its opposite is meant.
        negated: bool,
    },
}

/// Why something is unreachable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What suffices; without any one of these, it would be reachable.
    pub items: Vec<Item>,
    /// Whether it is so proven: no time limit cut the proof short.
    pub minimal: bool,
    /// Whether the reason is why the condition's opposite is unreachable (a `forall` that holds).
    pub of_opposite: bool,
}

/// What an unreachable outcome would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Story {
    /// No candidate execution ends so, whatever a model says.
    Impossible,
    /// A candidate execution does, and breaks an axiom.
    Forbidden(Box<Forbidden>),
}

/// An execution of the program that the model does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The execution. That it is one of the program, and ends as asked, was checked.
    pub execution: Execution,
    /// The axiom that it breaks, by its index in the model's definition.
    pub axiom: usize,
    /// The ways through the execution that show so: one round a cycle, or several between the same
    /// two events.
    pub ways: Vec<Vec<Step<EventId>>>,
    /// What should hold of the ends of the way, and does not.
    pub lacks: Option<String>,
    /// The event that shows so, for an axiom about a set.
    pub event: Option<EventId>,
}

/// Two accesses that race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    /// One access.
    pub first: EventId,
    /// The other, of another thread.
    pub second: EventId,
    /// Why nothing orders them, and what would.
    pub why: Why,
}

/// What is known of the size of the execution that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Smallest {
    /// How many reads, writes and atomics are executed.
    pub accesses: usize,
    /// How many relaxations there are.
    pub relaxations: usize,
    /// Of an axiomatic model, the pairs of accesses of one thread that are done in reverse, each in program order.
    pub reversed: Vec<(EventId, EventId)>,
    /// Of an axiomatic model, the atomics between whose read and write another write comes.
    pub torn: Vec<EventId>,
    /// There is no smaller execution: the solver has refuted the next smaller bounds.
    pub proven: bool,
}

/// The answer for one test and one model.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Is the condition reachable?
    pub verdict: Verdict,
    /// In how many executions it holds; none if it was not asked, or cannot be said.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true; none where the verdict leaves it open.
    pub holds: Option<bool>,
    /// An execution that shows the verdict, already checked without the solver; for a `forall`
    /// that fails, the counterexample.
    pub witness: Option<Execution>,
    /// The same for a model that is a machine: a schedule, already replayed on it.
    pub schedule: Option<ugpu::Execution>,
    /// How large the witness or the schedule is, if a smallest one was looked for.
    pub smallest: Option<Smallest>,
    /// Why the condition is unreachable, or for a `forall` that holds, why its opposite is.
    pub reason: Option<Reason>,
    /// Why no execution has a race, under a model that promises nothing of racy programs.
    pub race_freedom: Option<Reason>,
    /// The execution that an unreachable condition would need, and what forbids it.
    pub story: Option<Story>,
    /// The instruction that the model refuses.
    pub unsupported: Option<Unsupported>,
    /// Why the verdict is `unknown`, or what else is worth a remark.
    pub notes: Vec<String>,
    /// The accesses that race in the witness of a `racy` program.
    pub race: Option<Race>,
    /// The names of the model's flags that the witness raises.
    pub flags: Vec<String>,
    /// For each flag of the model that was asked about, whether some execution raises it, whatever
    /// the condition and the filter say; none where that was not found out.
    pub raised: BTreeMap<String, Option<bool>>,
    /// The events that the witness and the reason speak of.
    pub unrolled: Option<Arc<Unrolled>>,
    /// Who found the verdict and who confirmed it; none where nobody had to be asked.
    pub credit: Option<Credit>,
    /// Proofs of what no execution does, where they were asked for.
    pub proofs: Vec<Written>,
}

impl Outcome {
    /// An answer that says nothing but its verdict.
    #[must_use]
    pub const fn bare(verdict: Verdict) -> Self {
        Self {
            verdict,
            quantity: None,
            holds: None,
            witness: None,
            schedule: None,
            smallest: None,
            reason: None,
            race_freedom: None,
            story: None,
            unsupported: None,
            notes: Vec::new(),
            race: None,
            flags: Vec::new(),
            raised: BTreeMap::new(),
            unrolled: None,
            credit: None,
            proofs: Vec::new(),
        }
    }
}
