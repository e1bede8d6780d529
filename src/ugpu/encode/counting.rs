//! What the order of a location's atomics says of the values they find, as clauses that follow from
//! the formula (see [`crate::axiomatic::candidate::counting`]).
//!
//! Where a location is written by atomics alone, and each of them writes at its own point every
//! cell that one of them reads, they are a chain: each finds in its cell what the one right before
//! it has left. That a load returns what its cell holds is the only rule in this.

use std::collections::BTreeSet;

use crate::axiomatic::candidate::condition::Ending;
use crate::axiomatic::candidate::counting::{Chain, FEWEST, Update};
use crate::axiomatic::candidate::sections::{STARTS, Start};
use crate::axiomatic::candidate::tally::{Tally, constant};
use crate::axiomatic::candidate::values::Sym;
use crate::program::LocationId;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::sat::{Circuit, Lit};
use crate::stop::Stop;
use crate::ugpu::machine::Model;
use crate::verdict::machine::Rule;

use super::accesses::Kind;
use super::assumptions::Assumptions;
use super::encoding::Encoding;

/// The formula of a test without the clauses that only help, and those clauses; with `named`, the
/// formula that reasons are found with.
#[must_use]
pub fn apart(
    program: &Program,
    unrolled: &Unrolled,
    model: Model,
    named: bool,
) -> (Circuit, Vec<Vec<Lit>>) {
    let assumptions = if named {
        Assumptions::named()
    } else {
        Assumptions::certain()
    };
    let mut encoding = Encoding::open(program, unrolled, model, assumptions, &Stop::never());
    encoding.questions();
    let counts = std::mem::take(&mut encoding.counts);
    encoding.close();
    (encoding.circuit, counts)
}

impl Encoding<'_> {
    /// What follows for locations that are only updated, as clauses. It
    /// asks for no pair of points that reads have not asked for.
    pub fn find_counts(&mut self) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for location in (0..self.program.locations.len()).map(LocationId) {
            let Some(updates) = self.chained(location) else {
                continue;
            };
            let events: Vec<EventId> = updates
                .iter()
                .map(|&update| self.operations[update].event)
                .collect();
            let initial = self.program.location(location).initial;
            let Some(tally) = self.tally(&events, initial) else {
                continue;
            };
            let last = self.asked_at_end(location, &updates);
            let before = self.precedence(&updates);
            let chain = Chain {
                last,
                premise: self.rule(Rule::OwnCell, location),
                updates: self.members(&updates),
                starts: self.starts(&updates, initial, &before, &tally.counted),
                before,
                tally: &tally,
                observers: Vec::new(),
            };
            clauses.extend(chain.clauses(&mut self.circuit));
        }
        clauses
    }

    /// What atomics do to the value of a location, if only their number counts.
    fn tally(&self, events: &[EventId], initial: i64) -> Option<Tally> {
        let constants = events
            .iter()
            .filter_map(|&event| constant(self.unrolled, event));
        let starts = constants.chain([initial]).collect();
        let tally = Tally::new(self.unrolled, events, &starts, FEWEST)?;
        let others = tally.counted.iter().filter(|counted| !**counted);
        (others.count() < STARTS).then_some(tally)
    }

    /// What sums begin with: the initial value, and what is left by those atomics that are not counted.
    fn starts(
        &self,
        updates: &[usize],
        initial: i64,
        before: &[Vec<Lit>],
        counted: &[bool],
    ) -> Vec<Start> {
        let writes = |update: usize| self.operations[updates[update]].writes;
        let others = || (0..updates.len()).filter(|&update| !counted[update]);
        let mut first = Start::initial(initial, (0..updates.len()).map(writes).collect());
        first.order.extend(others().map(writes));
        let other = |update: usize| Start {
            writes: writes(update),
            value: self.operations[updates[update]].written.clone(),
            before: before[update].clone(),
            after: before.iter().map(|row| row[update]).collect(),
            order: std::iter::once(Lit::FALSE)
                .chain(others().map(|later| before[update][later]))
                .collect(),
        };
        std::iter::once(first).chain(others().map(other)).collect()
    }

    /// The atomics of a location, if they are a chain and enough of them.
    fn chained(&self, location: LocationId) -> Option<Vec<usize>> {
        let mut updates = Vec::new();
        for (index, operation) in self.operations.iter().enumerate() {
            let here = operation.at(location) != Lit::FALSE;
            match operation.kind {
                Kind::Update(_) if here => {
                    matches!(operation.places.as_slice(), [(_, Lit::TRUE)]).then_some(())?;
                    updates.push(index);
                }
                Kind::Store if here => return None,
                Kind::Load | Kind::Store | Kind::Update(_) | Kind::Fence(_) => {}
            }
        }
        if updates.len() < FEWEST {
            return None;
        }
        let views = updates.iter().map(|&update| self.operations[update].view);
        let views: BTreeSet<usize> = views.collect();
        views
            .into_iter()
            .all(|view| self.at_once(view, location, &updates))
            .then_some(updates)
    }

    /// Whether the writes of a cell are these operations, each at its own point.
    fn at_once(&self, view: usize, location: LocationId, updates: &[usize]) -> bool {
        let writes = self.cells.of(view, location);
        let own = |&update: &usize| {
            let active = self.operations[update].writes;
            let mut known = writes.iter();
            active == Lit::FALSE
                || known.any(|write| {
                    (write.point, write.by, write.active) == (update, update, active)
                        && !write.borrowed
                })
        };
        updates.iter().all(own) && writes.iter().all(|write| updates.contains(&write.point))
    }

    /// The final value of a location, if the test speaks of it and it is what the last of the
    /// atomics leaves: none of them is shared with other blocks only later.
    fn asked_at_end(&mut self, location: LocationId, updates: &[usize]) -> Option<Sym> {
        let mut operations = updates.iter().map(|&update| &self.operations[update]);
        let at_once = operations.all(|operation| operation.sharing.is_none());
        let asked = at_once && self.program.asks_at_end(location);
        asked.then(|| self.final_value(location))
    }

    fn members(&self, updates: &[usize]) -> Vec<Update> {
        let member = |&update: &usize| {
            let operation = &self.operations[update];
            Update {
                writes: operation.writes,
                found: self.values.read(operation.event),
            }
        };
        updates.iter().map(member).collect()
    }

    /// Which of some atomics that write comes before which.
    fn precedence(&mut self, updates: &[usize]) -> Vec<Vec<Lit>> {
        let mut rows = Vec::new();
        for &a in updates {
            let mut row = Vec::new();
            for &b in updates {
                let before = self.before(a, b);
                let writes = [self.operations[a].writes, self.operations[b].writes];
                row.push(self.circuit.all([before, writes[0], writes[1]]));
            }
            rows.push(row);
        }
        rows
    }
}
