//! What is asked of executions beside how they end: that a read would return the same for ever.

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

/// What is asked of an execution.
#[derive(Debug, Clone)]
pub enum Demand {
    /// It ends so.
    Ends(Condition),
    /// No write follows those that these read from, as far as they are executed.
    Still(Vec<Lasting>),
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

impl Frame<'_> {
    /// When executions do as demanded.
    pub fn demanded(&mut self, demand: &Demand) -> Lit {
        match demand {
            Demand::Ends(condition) => self.condition(condition),
            Demand::Still(reads) => {
                let lits: Vec<Lit> = reads.iter().map(|read| self.lasts(*read)).collect();
                self.circuit.all(lits)
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
