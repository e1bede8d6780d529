//! What is asked of executions beside how they end: that a read would return the same for ever.

use std::collections::BTreeSet;

use crate::execution::concrete::Execution;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::program::{Condition, Program};
use crate::sat::Lit;
use crate::syntax::ast::{Comparison, Type, TypeKind};

use super::candidate::condition::Ending;
use super::candidate::frame::Frame;
use super::candidate::values::compare;

/// Values are compared as whole numbers.
const WHOLE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

/// A read that is to find what stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lasting {
    /// The read.
    pub read: EventId,
    /// Whether a read-modify-write that writes what it found counts as no write.
    pub through: bool,
}

/// Two operations of the same locations, each of them several events: those of the one and those of the other for
/// each location, of which at most one is executed. They are one to each other: where the second reads from the first,
/// it reads nothing from before it, and where one is written before the other, all of it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The events for each location.
    pub parts: Vec<(Vec<EventId>, Vec<EventId>)>,
    /// Whether they are so under every reading of the model: both strong, each in the other's scope.
    pub strong: bool,
}

/// What is asked of an execution.
#[derive(Debug, Clone)]
pub enum Demand {
    /// It ends so.
    Ends(Condition),
    /// No write follows those that these read from, as far as they are executed.
    Still(Vec<Lasting>),
    /// Operations of several locations are one to each other.
    Whole(Vec<Pair>),
    /// Not all of these writes are read by these reads: the write, the read.
    Others(Vec<(EventId, EventId)>),
    /// All of these.
    All(Vec<Self>),
    /// One of these.
    Any(Vec<Self>),
}

impl Demand {
    /// Whether an execution does so.
    #[must_use]
    pub fn holds(&self, program: &Program, execution: &Execution) -> bool {
        match self {
            Self::Ends(condition) => condition.holds(&|term| execution.value(program, term)),
            Self::Still(reads) => reads.iter().all(|read| still(execution, *read)),
            Self::Whole(pairs) => pairs.iter().all(|pair| whole(execution, pair)),
            Self::Others(pairs) => {
                let from =
                    |(write, read): &(EventId, EventId)| execution.rf.get(read) == Some(write);
                !pairs.iter().all(from)
            }
            Self::All(parts) => parts.iter().all(|part| part.holds(program, execution)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(program, execution)),
        }
    }
}

fn still(execution: &Execution, lasting: Lasting) -> bool {
    let Some(source) = execution.rf.get(&lasting.read) else {
        return !execution.events.contains_key(&lasting.read);
    };
    let keeps = |event: EventId| {
        let it = execution.events.get(&event);
        lasting.through && it.is_some_and(|it| it.read.is_some() && it.read == it.wrote)
    };
    let later = execution.co.iter().filter(|(from, _)| from == source);
    later.map(|(_, to)| *to).all(keeps)
}

/// What relates two operations at a location: the second reads from the first, reads from before it, is written
/// after it.
type Related<T> = [T; 3];

/// Whether two operations are one to each other.
fn whole(execution: &Execution, pair: &Pair) -> bool {
    let coherence: BTreeSet<(EventId, EventId)> = execution.co.iter().copied().collect();
    let related: Vec<Related<bool>> = pair
        .parts
        .iter()
        .map(|(from, to)| {
            let sources = || to.iter().filter_map(|read| execution.rf.get(read));
            let before =
                |one: &EventId| from.iter().any(|write| coherence.contains(&(*one, *write)));
            let after = |other: &EventId| {
                from.iter()
                    .any(|write| coherence.contains(&(*write, *other)))
            };
            [
                sources().any(|source| from.contains(source)),
                sources().any(before),
                to.iter().any(after),
            ]
        })
        .collect();
    let read = related.iter().any(|[read, ..]| *read);
    let before = related.iter().any(|[_, before, _]| *before);
    let mut after = related.iter().map(|[.., after]| *after);
    let first = after.next();
    !(read && before) && after.all(|one| Some(one) == first)
}

impl Frame<'_> {
    /// When executions do as demanded.
    pub fn demanded(&mut self, demand: &Demand) -> Lit {
        match demand {
            Demand::Ends(condition) => self.condition(condition),
            Demand::Still(reads) => {
                let lits: Vec<Lit> = reads.iter().map(|read| self.lasts(*read)).collect();
                self.circuit.all(lits)
            }
            Demand::Whole(pairs) => {
                let lits: Vec<Lit> = pairs.iter().map(|pair| self.whole(pair)).collect();
                self.circuit.all(lits)
            }
            Demand::Others(pairs) => {
                let from = |(write, read): &(EventId, EventId)| {
                    let (reader, _) = self.nodes.of_event[read.0];
                    let (_, writer) = self.nodes.of_event[write.0];
                    self.rf.get(writer, reader)
                };
                let lits: Vec<Lit> = pairs.iter().map(from).collect();
                !self.circuit.all(lits)
            }
            Demand::All(parts) => {
                let lits: Vec<Lit> = parts.iter().map(|part| self.demanded(part)).collect();
                self.circuit.all(lits)
            }
            Demand::Any(parts) => {
                let lits: Vec<Lit> = parts.iter().map(|part| self.demanded(part)).collect();
                self.circuit.any(lits)
            }
        }
    }

    /// When two operations are one to each other.
    fn whole(&mut self, pair: &Pair) -> Lit {
        let related: Vec<Related<Lit>> = pair
            .parts
            .iter()
            .map(|(from, to)| self.related(from, to))
            .collect();
        let read = self.circuit.any(related.iter().map(|[read, ..]| *read));
        let before = self
            .circuit
            .any(related.iter().map(|[_, before, _]| *before));
        let mut found = vec![!self.circuit.and(read, before)];
        if let Some(([.., first], others)) = related.split_first() {
            for [.., after] in others {
                found.push(self.circuit.iff(*first, *after));
            }
        }
        self.circuit.all(found)
    }

    /// When what relates two operations does so at a location.
    fn related(&mut self, from: &[EventId], to: &[EventId]) -> Related<Lit> {
        let (mut read, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for other in to {
            let (reader, last) = self.nodes.of_event[other.0];
            for one in from {
                let (_, writer) = self.nodes.of_event[one.0];
                read.push(self.rf.get(writer, reader));
                for source in self.sources(reader) {
                    let (found, later) = (self.rf.get(source, reader), self.co.get(source, writer));
                    before.push(self.circuit.and(found, later));
                }
                let both = self.circuit.and(self.writing[writer], self.writing[last]);
                let ordered = self.co.get(writer, last);
                after.push(self.circuit.and(both, ordered));
            }
        }
        [read, before, after].map(|lits| self.circuit.any(lits))
    }

    fn lasts(&mut self, lasting: Lasting) -> Lit {
        let (reader, _) = self.nodes.of_event[lasting.read.0];
        let mut cases = vec![!self.executed[reader]];
        for writer in self.sources(reader) {
            let mut parts = vec![self.rf.get(writer, reader)];
            for later in self.writers().to_vec() {
                let follows = self.co.get(writer, later);
                if follows != Lit::FALSE {
                    let keeps = if lasting.through {
                        self.keeps(later)
                    } else {
                        Lit::FALSE
                    };
                    parts.push(self.circuit.or(!follows, keeps));
                }
            }
            cases.push(self.circuit.all(parts));
        }
        self.circuit.any(cases)
    }

    /// When a write is that of a read-modify-write, and writes what that found.
    fn keeps(&mut self, writer: usize) -> Lit {
        let event = self.event(writer);
        if !matches!(
            self.unrolled.events[event.0].kind,
            EventKind::ReadWrite { .. }
        ) {
            return Lit::FALSE;
        }
        let (read, written) = (self.values.read(event), self.written(writer));
        compare(&mut self.circuit, Comparison::Eq, WHOLE, &read, &written)
    }
}
