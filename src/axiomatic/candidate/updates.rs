//! The memories that nothing writes to but read-modify-writes.

use crate::program::LocationId;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::sat::Lit;

use super::condition::Ending;
use super::counting::{FEWEST, Update};
use super::frame::Frame;
use super::tally::Tally;
use super::values::Sym;

/// The updates of a memory.
#[derive(Debug)]
pub struct Updates {
    /// The initial write.
    pub initial: usize,
    /// The nodes of each that read and that write; one and the same where a model has it so.
    pub nodes: Vec<(usize, usize)>,
    /// What they do to the value, if only their number counts.
    pub tally: Option<Tally>,
}

impl Frame<'_> {
    /// The updates of a memory that nothing else writes to, if there are enough of them.
    #[must_use]
    pub fn updates(&self, memory: LocationId) -> Option<Updates> {
        let mut initial = None;
        let mut nodes = Vec::new();
        let mut events: Vec<EventId> = Vec::new();
        for &writer in &self.writers {
            let places = &self.places[writer];
            let here =
                |place: &(LocationId, Lit)| self.program.location(place.0).physical == memory;
            if !places.iter().any(here) {
                continue;
            }
            let event = self.event(writer);
            match self.unrolled.events[event.0].kind {
                EventKind::Initial { .. } => initial = Some(writer),
                EventKind::ReadWrite { .. } if matches!(places.as_slice(), [(_, Lit::TRUE)]) => {
                    nodes.push(self.nodes.of_event[event.0]);
                    events.push(event);
                }
                EventKind::Read { .. }
                | EventKind::Write { .. }
                | EventKind::ReadWrite { .. }
                | EventKind::Fence(_)
                | EventKind::Barrier { .. } => return None,
            }
        }
        if nodes.len() < FEWEST {
            return None;
        }
        let value = self.program.location(memory).initial;
        Some(Updates {
            initial: initial?,
            nodes,
            tally: Tally::new(self.unrolled, &events, value),
        })
    }

    /// The final value of a memory, if the test speaks of it.
    pub(crate) fn asked_at_end(&mut self, memory: LocationId) -> Option<Sym> {
        let asked = self.program.asks_at_end(memory);
        asked.then(|| self.final_value(memory))
    }

    /// The updates as counting sees them.
    pub(crate) fn members(&self, updates: &Updates) -> Vec<Update> {
        let member = |&(reader, writer): &(usize, usize)| Update {
            writes: self.writing[writer],
            found: self.values.read(self.event(reader)),
        };
        updates.nodes.iter().map(member).collect()
    }

    /// Which update writes before which.
    pub(crate) fn before(&self, updates: &Updates) -> Vec<Vec<Lit>> {
        let row = |&(_, a): &(usize, usize)| {
            let columns = updates.nodes.iter();
            columns.map(|&(_, b)| self.co.get(a, b)).collect()
        };
        updates.nodes.iter().map(row).collect()
    }

    /// Where updates are a chain, each write but the last is found by one update: the next.
    pub(crate) fn succession(&mut self, updates: &Updates, premise: Lit) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        let writers = updates.nodes.iter().map(|(_, writer)| *writer);
        for source in std::iter::once(updates.initial).chain(writers) {
            let mut next = Vec::new();
            let mut last = Vec::new();
            for &(reader, writer) in &updates.nodes {
                let found = self.rf.get(source, reader);
                next.push(self.circuit.and(found, self.writing[writer]));
                last.push(!self.co.get(source, writer));
            }
            for (index, &one) in next.iter().enumerate() {
                let others = next[..index].iter();
                clauses.extend(others.map(|&other| vec![!premise, !one, !other]));
            }
            let last = self.circuit.all(last);
            let mut clause = vec![!premise, !self.writing[source], last];
            clause.extend(next);
            clauses.push(clause);
        }
        clauses
    }
}
