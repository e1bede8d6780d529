//! An execution as a view: its events, who reads from whom, in which order the writes came.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::execution::concrete::{Executed, Execution};
use crate::execution::meetings::synchronized;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Condition, LocationId, Program, RegisterId, Term, ThreadId};
use crate::syntax::ast::Quantifier;

pub use super::kind::Kind;
use super::machine::Step;
use super::names;
use super::names::Site;

/// An executed event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Its label: `a`, or `init:x`.
    pub id: String,
    /// Its thread, `P0`; none for an initial write.
    pub thread: Option<String>,
    /// The thread with its placement, as in the header of the test.
    #[serde(skip)]
    pub placed: Option<String>,
    /// What it does.
    pub kind: Kind,
    /// Where.
    pub location: Option<String>,
    /// What it reads.
    pub read: Option<i64>,
    /// What it writes.
    pub written: Option<i64>,
    /// What it reads, as text.
    #[serde(skip)]
    pub found: Option<String>,
    /// `Wx=1`.
    pub label: String,
    /// Where it is written in the test.
    #[serde(flatten)]
    pub site: Site,
}

/// The writes to one memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coherence {
    /// The location.
    pub location: String,
    /// The writes, each after all that it follows.
    pub order: Vec<String>,
    /// All pairs, where the order does not say which they are: coherence is a partial order.
    pub partial: Option<Vec<(String, String)>>,
}

/// An execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// It violates the condition: the counterexample of a `forall`.
    pub counterexample: bool,
    /// It never ends: this is what happens until all threads have ended or wait.
    pub endless: bool,
    /// The initial writes, then each thread's events in program order.
    pub events: Vec<Event>,
    /// Each write with the read of its value.
    pub rf: Vec<(String, String)>,
    /// Each barrier with those that wait for it.
    pub sync: Vec<(String, String)>,
    /// For each memory, its writes.
    pub co: Vec<Coherence>,
    /// The final value of every register and location.
    pub end: BTreeMap<String, i64>,
    /// The registers and locations that the condition names, with their values as text.
    pub asked: Vec<(String, String)>,
    /// The steps of the machine, of a model that is one.
    pub steps: Vec<Step>,
}

impl Witness {
    /// The event with a label.
    #[must_use]
    pub fn event(&self, id: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.id == id)
    }

    /// The view of an execution.
    #[must_use]
    pub fn of(program: &Program, unrolled: &Unrolled, execution: &Execution) -> Self {
        let labels = names::labels(program, unrolled);
        let label = |event: EventId| names::label(&labels, event);
        let events = execution.events.iter().map(|(&id, executed)| {
            let event = &unrolled.events[id.0];
            Raw {
                id: label(id),
                thread: event.thread,
                kind: Kind::of(&event.kind),
                executed: *executed,
                site: site(program, &event.kind, Site::of(&program.source, event.span)),
            }
            .view(program)
        });
        let rf = execution.rf.iter();
        let value = |term| execution.value(program, term);
        Self {
            counterexample: is_counterexample(program, &value),
            endless: false,
            events: events.collect(),
            rf: rf.map(|(&to, &from)| (label(from), label(to))).collect(),
            sync: synchronized(program, unrolled, execution)
                .into_iter()
                .map(|(from, to)| (label(from), label(to)))
                .collect(),
            co: coherence(program, execution, &label),
            end: end(program, &value),
            asked: asked(program, &value),
            steps: Vec::new(),
        }
    }
}

/// An event before it has words.
pub(super) struct Raw {
    pub(super) id: String,
    pub(super) thread: Option<ThreadId>,
    pub(super) kind: Kind,
    pub(super) executed: Executed,
    pub(super) site: Site,
}

impl Raw {
    pub(super) fn view(self, program: &Program) -> Event {
        let Executed {
            location,
            read,
            wrote,
        } = self.executed;
        let location = location.map(|id| names::location(program, id));
        let text = |value: i64| names::value(program, value);
        let at = format!(
            "{}{}",
            self.kind.letters(),
            location.as_deref().unwrap_or("")
        );
        let label = match (read, wrote) {
            (Some(read), Some(wrote)) => format!("{at}={}→{}", text(read), text(wrote)),
            (Some(value), None) | (None, Some(value)) => format!("{at}={}", text(value)),
            (None, None) => at,
        };
        Event {
            id: self.id,
            thread: self.thread.map(|id| names::thread(program, id)),
            placed: self.thread.map(|id| names::placed(program.thread(id))),
            kind: self.kind,
            location,
            read,
            written: wrote,
            found: read.map(text),
            label,
            site: self.site,
        }
    }
}

/// An initial write is written as the declaration that it has, or could have.
pub(super) fn site(program: &Program, kind: &EventKind, site: Site) -> Site {
    match *kind {
        EventKind::Initial { location, value } => Site {
            text: format!("{} = {value}", names::location(program, location)),
            ..site
        },
        EventKind::Read { .. }
        | EventKind::Write { .. }
        | EventKind::ReadWrite { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. }
        | EventKind::Choice => site,
    }
}

pub(super) fn is_counterexample(program: &Program, value: &impl Fn(Term) -> i64) -> bool {
    program.quantifier == Quantifier::Forall && !program.condition.holds(value)
}

fn coherence(
    program: &Program,
    execution: &Execution,
    label: &impl Fn(EventId) -> String,
) -> Vec<Coherence> {
    let mut memories: BTreeMap<LocationId, Vec<EventId>> = BTreeMap::new();
    for (&id, event) in &execution.events {
        if let (Some(location), Some(_)) = (event.location, event.wrote) {
            let memory = program.location(location).physical;
            memories.entry(memory).or_default().push(id);
        }
    }
    let before = |event: EventId| execution.co.iter().filter(|(_, to)| *to == event).count();
    let view = |(memory, mut writes): (LocationId, Vec<EventId>)| {
        // The relation is transitive, so whoever has fewer predecessors comes no later.
        writes.sort_by_key(|&write| (before(write), write));
        let total = writes
            .iter()
            .enumerate()
            .all(|(index, &write)| before(write) == index);
        let pairs = execution
            .co
            .iter()
            .filter(|(from, _)| writes.contains(from));
        let pairs = pairs.map(|&(from, to)| (label(from), label(to))).collect();
        Coherence {
            location: names::location(program, memory),
            order: writes.into_iter().map(label).collect(),
            partial: (!total).then_some(pairs),
        }
    };
    memories.into_iter().map(view).collect()
}

/// The final value of every register and location.
pub(super) fn end(program: &Program, value: &impl Fn(Term) -> i64) -> BTreeMap<String, i64> {
    let registers = program
        .threads
        .iter()
        .enumerate()
        .flat_map(|(index, thread)| {
            let ids = (0..thread.registers.len()).map(RegisterId);
            ids.map(move |register| Term::Register(ThreadId(index), register))
        });
    let locations = (0..program.locations.len()).map(|index| Term::Location(LocationId(index)));
    registers
        .chain(locations)
        .filter_map(|term| Some((names::term(program, term)?, value(term))))
        .collect()
}

/// The values of what the condition and the filter name, in the order of the text.
pub(super) fn asked(program: &Program, value: &impl Fn(Term) -> i64) -> Vec<(String, String)> {
    let mut terms = Vec::new();
    collect(&program.condition, &mut terms);
    if let Some(filter) = &program.filter {
        collect(filter, &mut terms);
    }
    let mut seen = BTreeSet::new();
    terms
        .into_iter()
        .filter_map(|term| Some((names::term(program, term)?, value(term))))
        .filter(|(name, _)| seen.insert(name.clone()))
        .map(|(name, value)| (name, names::value(program, value)))
        .collect()
}

fn collect(condition: &Condition, terms: &mut Vec<Term>) {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) => {}
        Condition::Compare(_, a, b, _) => terms.extend([*a, *b]),
        Condition::Not(inner, _) => collect(inner, terms),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            for part in parts {
                collect(part, terms);
            }
        }
    }
}
