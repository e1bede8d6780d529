//! What is written to a memory, by whom: nobody reads from itself.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::program::events::{Event, EventKind, Unrolled};
use crate::program::symbolic::{EventId, ValueExpr};
use crate::program::value::compute;
use crate::syntax::ast::{Arithmetic, Type};

use super::possible::{Domain, LIMIT};
use super::tally::{Tally, addend, ascend, constant};

/// What is written to a memory.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// For each value the event that writes it, or none if several do.
    values: BTreeMap<i64, Option<EventId>>,
    /// The events that can write any value.
    wide: Vec<EventId>,
    /// The constants that are written, the initial value among them: whatever is read when they are.
    starts: BTreeSet<i64>,
    /// Those that add a number to what they find, at which type.
    adding: Vec<(EventId, i64, Option<Type>)>,
    /// Something writes that does neither of these.
    other: bool,
}

impl Written {
    pub(super) fn add(&mut self, unrolled: &Unrolled, writer: EventId, domain: &Domain) {
        if let Some(constant) = constant(unrolled, writer) {
            self.starts.insert(constant);
        } else if let Some(number) = addend(unrolled, writer) {
            let ty = unrolled.events[writer.0].read_type();
            self.adding.push((writer, number, ty));
        } else {
            self.other = true;
        }
        match domain {
            Domain::Wide => self.wide.push(writer),
            Domain::Finite(values) => {
                for &value in values {
                    let by = self.values.entry(value).or_insert(Some(writer));
                    if *by != Some(writer) {
                        *by = None;
                    }
                }
            }
        }
    }

    /// What an event can find.
    pub(super) fn but(&self, reader: EventId) -> Domain {
        if let Some(sums) = self.sums(reader) {
            return sums;
        }
        if self.wide.iter().any(|&writer| writer != reader) {
            return Domain::Wide;
        }
        let others = self.values.iter().filter(|(_, by)| **by != Some(reader));
        Domain::Finite(others.map(|(&value, _)| value).collect())
    }

    /// Whether all that happens is that constants are written, and numbers added which never come round: no
    /// value can then be computed from itself, whatever a model says.
    pub(super) fn ascends(&self) -> bool {
        let Some((_, _, Some(ty))) = self.adding.first() else {
            return false;
        };
        let numbers: Vec<i64> = self.adding.iter().map(|(_, number, _)| *number).collect();
        let one_type = self.adding.iter().all(|(.., other)| *other == Some(*ty));
        !self.other && one_type && ascend(&numbers, *ty)
    }

    /// Where all that is written are constants and sums: as a value passes through an event once at most,
    /// each adds its number once at most.
    fn sums(&self, reader: EventId) -> Option<Domain> {
        let (_, _, ty) = *self.adding.first()?;
        if self.other || self.adding.iter().any(|(.., other)| *other != ty) {
            return None;
        }
        let others = self.adding.iter().filter(|(event, ..)| *event != reader);
        let numbers: Vec<i64> = others.map(|(_, number, _)| *number).collect();
        let (sums, ty) = (Tally::sums(&numbers)?, ty?);
        if sums.len() * self.starts.len() > LIMIT {
            return None;
        }
        let mut values = BTreeSet::new();
        for &start in &self.starts {
            values.extend(
                sums.iter()
                    .map(|&sum| compute(Arithmetic::Add, start, sum, ty)),
            );
        }
        // What nothing was added to is as it was, however wide.
        values.extend(&self.starts);
        Some(Domain::Finite(values))
    }
}

/// The reads that the value an event writes is computed from.
pub(super) fn sources(unrolled: &Unrolled, event: &Event) -> Vec<EventId> {
    let mut found: Vec<EventId> = event.data.iter().map(|dependency| dependency.on).collect();
    let mut waiting = match event.kind {
        EventKind::ReadWrite { value, .. } => vec![value],
        EventKind::Initial { .. }
        | EventKind::Read { .. }
        | EventKind::Write { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. }
        | EventKind::Choice => Vec::new(),
    };
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        match unrolled.symbolic.value(id) {
            ValueExpr::Constant(_) => {}
            ValueExpr::Read(event) => found.push(event),
            ValueExpr::Fit(inner, _) => waiting.push(inner),
            ValueExpr::Arithmetic(_, _, a, b) | ValueExpr::Select(_, a, b) => {
                waiting.extend([a, b]);
            }
        }
    }
    found
}

/// Whether an event writes, or may.
pub(super) const fn writes(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::Initial { .. } | EventKind::Write { .. } | EventKind::ReadWrite { .. }
    )
}
