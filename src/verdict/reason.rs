//! What an outcome is made of: why something is unreachable, what it would take, who races, how large it
//! is.

use crate::execution::concrete::Execution;
use crate::execution::derivation::Step;
use crate::program::symbolic::EventId;
use crate::syntax::span::Span;
use crate::verdict::machine;
use crate::verdict::ordering::Ordering;

use super::shown::Shown;
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

/// An execution with a data race, beside the one that shows the verdict.
#[derive(Debug, Clone)]
pub struct Raced {
    /// The execution.
    pub witness: Shown,
    /// The accesses that race in it, where a solver found it.
    pub race: Option<Race>,
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
