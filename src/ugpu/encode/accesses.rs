//! The operations of an unrolled program, as the encoding needs them.

use std::collections::BTreeSet;

use crate::axiomatic::candidate::domain::{Domain, Domains};
use crate::axiomatic::candidate::values::{Sym, Values};
use crate::program::events::{EventKind, Place, Unrolled};
use crate::program::symbolic::{EventId, ValueId};
use crate::program::{LocationId, Program, ThreadId, address_of};
use crate::sat::{Circuit, Lit, bits};
use crate::stop::Stop;
use crate::syntax::ast::{Fence, Scope};
use crate::ugpu::machine::layout::Layout;

use super::pausing::Pauses;

/// What an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write; whether it is for other blocks too.
    Update(bool),
    /// A fence; whether it is for other blocks too.
    Fence(bool),
}

/// An operation. Its index is its point of time.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its event.
    pub event: EventId,
    /// Its thread.
    pub thread: ThreadId,
    /// The view it works on.
    pub view: usize,
    /// What it is.
    pub kind: Kind,
    /// It is executed.
    pub executed: Lit,
    /// It is executed and writes.
    pub writes: Lit,
    /// The memories it can access, and when it does.
    pub places: Vec<(LocationId, Lit)>,
    /// The point at which it is shared of its own accord, if it may be.
    pub sharing: Option<usize>,
    /// It is so shared.
    pub shared: Lit,
    /// What it reads, before it is cut to a type.
    pub read: Sym,
    /// What it writes.
    pub written: Sym,
}

impl Operation {
    /// Whether it reads a cell.
    pub const fn reads(&self) -> bool {
        matches!(self.kind, Kind::Load | Kind::Update(_))
    }

    /// When it writes to a location.
    pub fn writes_at(&self, circuit: &mut Circuit, location: LocationId) -> Lit {
        let there = self.at(location);
        circuit.and(self.writes, there)
    }

    /// When it accesses a location, given that it is executed.
    pub fn at(&self, location: LocationId) -> Lit {
        let mut places = self.places.iter();
        let place = places.find(|(place, _)| *place == location);
        place.map_or(Lit::FALSE, |(_, lit)| *lit)
    }
}

/// What all operations are made from.
pub struct Source<'a> {
    pub program: &'a Program,
    pub unrolled: &'a Unrolled,
    pub domains: Domains,
}

impl<'a> Source<'a> {
    pub fn new(program: &'a Program, unrolled: &'a Unrolled, stop: &Stop) -> Self {
        Self {
            program,
            unrolled,
            domains: Domains::new(program, unrolled, false, stop),
        }
    }

    /// All operations, and what they may read.
    pub fn operations(
        &self,
        circuit: &mut Circuit,
        values: &mut Values<'a>,
        layout: &Layout,
    ) -> Vec<Operation> {
        let list: Vec<Operation> = (0..self.unrolled.events.len())
            .filter_map(|event| self.operation(circuit, layout, EventId(event)))
            .collect();
        for operation in &list {
            if let Some(ty) = self.unrolled.events[operation.event.0].read_type() {
                values.set_read(operation.event, operation.read.fit(circuit, ty));
            }
        }
        list
    }

    /// Says when operations are executed and what they write; in runs that need not end, nothing is
    /// executed behind the lap where a thread stays.
    pub fn complete_all(
        &self,
        circuit: &mut Circuit,
        values: &mut Values,
        pauses: Option<&Pauses>,
        operations: &mut [Operation],
    ) {
        for operation in operations {
            let led = values.guard(circuit, self.unrolled.events[operation.event.0].guard);
            operation.executed = match pauses {
                Some(pauses) => {
                    let gone = pauses.before(circuit, operation.thread, operation.event);
                    circuit.and(led, !gone)
                }
                None => led,
            };
            self.complete(circuit, values, operation);
        }
    }

    fn operation(&self, circuit: &mut Circuit, layout: &Layout, id: EventId) -> Option<Operation> {
        let event = &self.unrolled.events[id.0];
        let thread = event.thread?;
        let wide = |scope: Scope| scope > Scope::Cta;
        let kind = match event.kind {
            EventKind::Read { .. } => Kind::Load,
            EventKind::Write { .. } => Kind::Store,
            EventKind::ReadWrite { access, .. } => Kind::Update(wide(access.scope)),
            EventKind::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => Kind::Fence(wide(scope)),
            EventKind::Initial { .. }
            | EventKind::Barrier { .. }
            | EventKind::Choice
            | EventKind::Fence(Fence::Proxy(_) | Fence::Alias | Fence::Hole) => return None,
        };
        let reads = matches!(kind, Kind::Load | Kind::Update(_));
        Some(Operation {
            event: id,
            thread,
            view: layout.view(thread),
            kind,
            executed: Lit::FALSE,
            writes: Lit::FALSE,
            places: Vec::new(),
            sharing: None,
            shared: Lit::FALSE,
            read: if reads {
                self.unknown(circuit, id)
            } else {
                Sym::constant(0)
            },
            written: Sym::constant(0),
        })
    }

    /// What a read may find.
    fn unknown(&self, circuit: &mut Circuit, reader: EventId) -> Sym {
        let mut found = BTreeSet::new();
        for (index, event) in self.unrolled.events.iter().enumerate() {
            if index == reader.0 || !self.domains.meet(self.program, index, reader.0) {
                continue;
            }
            match event.kind {
                EventKind::Initial { value, .. } => {
                    found.insert(value);
                }
                EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } => {
                    match self.domains.value(self.unrolled, value) {
                        Domain::Finite(values) => found.extend(values),
                        Domain::Wide => {
                            let bits = bits::unknown(circuit, bits::WIDTH, true);
                            return Sym::Bits(Box::new(bits));
                        }
                    }
                }
                EventKind::Read { .. }
                | EventKind::Fence(_)
                | EventKind::Barrier { .. }
                | EventKind::Choice => {}
            }
        }
        if let (Some(&only), 1) = (found.first(), found.len()) {
            return Sym::constant(only);
        }
        let choices = found.into_iter();
        Sym::Choice(choices.map(|value| (value, circuit.variable())).collect())
    }

    fn complete(&self, circuit: &mut Circuit, values: &mut Values, operation: &mut Operation) {
        let event = &self.unrolled.events[operation.event.0];
        if let Sym::Choice(choices) = &operation.read
            && choices.len() > 1
        {
            let lits: Vec<Lit> = choices.iter().map(|(_, lit)| *lit).collect();
            circuit.exactly_one(operation.executed, &lits);
        }
        match event.kind {
            EventKind::Write { value, .. } => {
                operation.writes = operation.executed;
                operation.written = values.value(circuit, value);
            }
            EventKind::ReadWrite { value, success, .. } => {
                let success = values.guard(circuit, success);
                operation.writes = circuit.and(operation.executed, success);
                operation.written = values.value(circuit, value);
            }
            EventKind::Initial { .. }
            | EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => {}
        }
        let address = match event.memory() {
            Some((Place::Computed(address), _)) => Some(address),
            Some((Place::Fixed(_), _)) => None,
            None => return,
        };
        operation.places = self.places(circuit, values, operation.event, address);
        let somewhere = circuit.any(operation.places.iter().map(|(_, lit)| *lit));
        circuit.clause(&[!operation.executed, somewhere]);
    }

    /// The memories an event can access, and when.
    fn places(
        &self,
        circuit: &mut Circuit,
        values: &mut Values,
        event: EventId,
        address: Option<ValueId>,
    ) -> Vec<(LocationId, Lit)> {
        let mut places: Vec<(LocationId, Lit)> = Vec::new();
        for &location in self.domains.places(event) {
            let lit = match address {
                Some(address) => {
                    let address = values.value(circuit, address);
                    address.is(circuit, address_of(location))
                }
                None => Lit::TRUE,
            };
            let memory = self.program.location(location).physical;
            match places.iter_mut().find(|(place, _)| *place == memory) {
                Some((_, known)) => *known = circuit.or(*known, lit),
                None => places.push((memory, lit)),
            }
        }
        places
    }
}
