//! The memories that are updated, by read-modify-writes: the updates, and what else is written there.

use std::collections::BTreeSet;

use crate::program::LocationId;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::sat::Lit;

use super::condition::Ending;
use super::counting::{FEWEST, Update};
use super::frame::Frame;
use super::sections::{STARTS, Start};
use super::tally::Tally;
use super::values::Sym;

/// The most plain stores beside the updates.
const STORES: usize = 8;

/// The most updates beside which there may be stores: a section for each pair of them would be too much.
const MANY: usize = 64;

/// The updates of a memory.
#[derive(Debug)]
pub struct Updates {
    /// The initial write.
    pub initial: usize,
    /// The nodes of each that read and that write; one and the same where a model has it so.
    pub nodes: Vec<(usize, usize)>,
    /// The plain stores beside them.
    pub stores: Vec<usize>,
    /// What they do to the value, if only their number counts.
    pub tally: Option<Tally>,
}

impl Updates {
    /// The writes that sums begin with: those that are not counted.
    fn starts(&self, counted: &[bool]) -> Vec<usize> {
        let writers = self.nodes.iter().zip(counted);
        let others = writers.filter(|(_, counted)| !**counted);
        let others = others.map(|((_, writer), _)| *writer);
        let stores = self.stores.iter().copied();
        std::iter::once(self.initial)
            .chain(stores)
            .chain(others)
            .collect()
    }
}

impl Frame<'_> {
    /// The updates of a memory, if there are enough of them, and little else writes to it.
    #[must_use]
    pub fn updates(&mut self, memory: LocationId) -> Option<Updates> {
        let mut initial = None;
        let mut nodes = Vec::new();
        let mut stores = Vec::new();
        let mut events: Vec<EventId> = Vec::new();
        for &writer in &self.writers {
            let places = &self.places[writer];
            let here =
                |place: &(LocationId, Lit)| self.program.location(place.0).physical == memory;
            if !places.iter().any(here) {
                continue;
            }
            let event = self.event(writer);
            let fixed = matches!(places.as_slice(), [(_, Lit::TRUE)]);
            match self.unrolled.events[event.0].kind {
                EventKind::Initial { .. } => initial = Some(writer),
                EventKind::ReadWrite { .. } if fixed => {
                    nodes.push(self.nodes.of_event[event.0]);
                    events.push(event);
                }
                EventKind::Write { .. } if fixed && stores.len() < STORES => stores.push(writer),
                EventKind::Read { .. }
                | EventKind::Write { .. }
                | EventKind::ReadWrite { .. }
                | EventKind::Fence(_)
                | EventKind::Barrier { .. }
                | EventKind::Choice => return None,
            }
        }
        if nodes.len() < FEWEST || (nodes.len() > MANY && !stores.is_empty()) {
            return None;
        }
        let mut updates = Updates {
            initial: initial?,
            nodes,
            stores,
            tally: None,
        };
        updates.tally = self.tally(&updates, &events);
        Some(updates)
    }

    /// What updates do to the value, if only their number counts.
    fn tally(&mut self, updates: &Updates, events: &[EventId]) -> Option<Tally> {
        let all = vec![false; updates.nodes.len()];
        let mut values = BTreeSet::new();
        for start in updates.starts(&all) {
            // What is counted is among these here: its values are not for each other.
            let known = self.constant_write(start).is_some() || updates.stores.contains(&start);
            if known && let Sym::Choice(choices) = self.written(start) {
                values.extend(choices.iter().map(|(value, _)| *value));
            }
        }
        let tally = Tally::new(self.unrolled, events, &values, FEWEST)?;
        (updates.starts(&tally.counted).len() <= STARTS).then_some(tally)
    }

    /// What sums begin with.
    pub(crate) fn starts(&mut self, updates: &Updates, tally: &Tally) -> Vec<Start> {
        let starts = updates.starts(&tally.counted);
        let writers = || updates.nodes.iter().map(|(_, writer)| *writer);
        let start = |&start: &usize| Start {
            writes: self.writing[start],
            value: self.written(start),
            before: writers().map(|writer| self.co.get(start, writer)).collect(),
            after: writers().map(|writer| self.co.get(writer, start)).collect(),
            order: starts
                .iter()
                .map(|&other| self.co.get(start, other))
                .collect(),
        };
        starts.iter().map(start).collect()
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

    /// Where updates are a chain, each write is found by one update, the next, but for the last one, and
    /// those that a plain store comes right after.
    pub(crate) fn succession(&mut self, updates: &Updates, premise: Lit) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        let writers: Vec<usize> = updates.nodes.iter().map(|(_, writer)| *writer).collect();
        let others = std::iter::once(updates.initial).chain(updates.stores.iter().copied());
        for source in others.chain(writers.iter().copied()) {
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
            for &store in &updates.stores {
                clause.push(self.right_before(source, store, &writers));
            }
            clauses.push(clause);
        }
        clauses
    }

    /// A write comes before a store, and none of the updates between them.
    fn right_before(&mut self, source: usize, store: usize, updates: &[usize]) -> Lit {
        let mut all = vec![self.co.get(source, store)];
        for &update in updates {
            let (from, to) = (self.co.get(source, update), self.co.get(update, store));
            all.push(!self.circuit.and(from, to));
        }
        self.circuit.all(all)
    }
}
