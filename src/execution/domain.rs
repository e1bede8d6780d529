//! Which values and which locations are possible, before any solver: the may-analysis of data.
//!
//! Most tests move a handful of constants, so values are small sets and the formula stays
//! propositional. A value flows through an event at most once in any execution without thin-air
//! values, so as many rounds as there are events find every value that can occur.

use std::collections::BTreeSet;

use crate::program::events::{Event, EventKind, Place, Unrolled};
use crate::program::symbolic::{EventId, ValueExpr, ValueId};
use crate::program::{LocationId, Program, location_at, value};
use crate::syntax::ast::Type;

/// The most values kept one by one.
pub const LIMIT: usize = 256;

/// The most pairs of operands computed one by one.
const PAIRS: usize = 1024;

/// The values something can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// These.
    Finite(BTreeSet<i64>),
    /// Too many to keep, or anything at all.
    Wide,
}

impl Domain {
    fn one(value: i64) -> Self {
        Self::Finite(BTreeSet::from([value]))
    }

    const fn none() -> Self {
        Self::Finite(BTreeSet::new())
    }

    fn join(&mut self, other: &Self) -> bool {
        let (grown, changed) = match (&mut *self, other) {
            (Self::Wide, _) => return false,
            (_, Self::Wide) => (Self::Wide, true),
            (Self::Finite(own), Self::Finite(more)) => {
                let before = own.len();
                own.extend(more);
                if own.len() <= LIMIT {
                    return own.len() > before;
                }
                (Self::Wide, true)
            }
        };
        *self = grown;
        changed
    }

    fn map(&self, op: impl Fn(i64) -> i64) -> Self {
        match self {
            Self::Wide => Self::Wide,
            Self::Finite(values) => Self::Finite(values.iter().copied().map(op).collect()),
        }
    }

    fn pairs(&self, other: &Self, op: impl Fn(i64, i64) -> i64) -> Self {
        let (Self::Finite(left), Self::Finite(right)) = (self, other) else {
            return Self::Wide;
        };
        if left.len() * right.len() > PAIRS {
            return Self::Wide;
        }
        let mut result = BTreeSet::new();
        for &a in left {
            result.extend(right.iter().map(|&b| op(a, b)));
        }
        if result.len() > LIMIT {
            Self::Wide
        } else {
            Self::Finite(result)
        }
    }
}

/// The result of the analysis.
#[derive(Debug, Clone)]
pub struct Domains {
    reads: Vec<Domain>,
    places: Vec<Vec<LocationId>>,
}

impl Domains {
    /// Analyses a program. With `thin_air`, values may justify themselves, as under a model that
    /// does not forbid it: reads on a circle of data can then return anything.
    #[must_use]
    pub fn new(program: &Program, unrolled: &Unrolled, thin_air: bool) -> Self {
        let count = unrolled.events.len();
        let mut found = Self {
            reads: vec![Domain::none(); count],
            places: vec![Vec::new(); count],
        };
        for round in 0..=count {
            let moved = found.find_places(program, unrolled);
            let changed = found.find_values(program, unrolled);
            if !moved && !changed {
                break;
            }
            if round == count && thin_air {
                found.widen(unrolled, |_| true);
            }
        }
        if thin_air {
            let circular = found.circular(program, unrolled);
            found.widen(unrolled, |event| circular.contains(&event));
            while found.find_places(program, unrolled) | found.find_values(program, unrolled) {}
        }
        found
    }

    /// The locations an event can access.
    #[must_use]
    pub fn places(&self, event: EventId) -> &[LocationId] {
        &self.places[event.0]
    }

    /// What a read can return.
    #[must_use]
    pub fn read(&self, event: EventId) -> &Domain {
        &self.reads[event.0]
    }

    /// What an expression can be.
    #[must_use]
    pub fn value(&self, unrolled: &Unrolled, id: ValueId) -> Domain {
        match unrolled.symbolic.value(id) {
            ValueExpr::Constant(number) => Domain::one(number),
            ValueExpr::Read(event) => self.read(event).clone(),
            ValueExpr::Fit(inner, ty) => self
                .value(unrolled, inner)
                .map(|number| value::fit(number, ty)),
            ValueExpr::Arithmetic(op, ty, a, b) => self
                .value(unrolled, a)
                .pairs(&self.value(unrolled, b), |a, b| {
                    value::compute(op, a, b, ty)
                }),
            ValueExpr::Select(_, a, b) => {
                let mut result = self.value(unrolled, a);
                result.join(&self.value(unrolled, b));
                result
            }
        }
    }

    fn find_places(&mut self, program: &Program, unrolled: &Unrolled) -> bool {
        let mut changed = false;
        for (index, event) in unrolled.events.iter().enumerate() {
            let places = match (&event.kind, event.memory()) {
                (EventKind::Initial { location, .. }, _) => vec![*location],
                (_, Some((Place::Fixed(location), _))) => vec![location],
                (_, Some((Place::Computed(address), _))) => {
                    reachable(program, event, &self.value(unrolled, address))
                }
                _ => Vec::new(),
            };
            if places != self.places[index] {
                self.places[index] = places;
                changed = true;
            }
        }
        changed
    }

    fn find_values(&mut self, program: &Program, unrolled: &Unrolled) -> bool {
        let mut changed = false;
        for reader in 0..unrolled.events.len() {
            let Some(ty) = read_type(&unrolled.events[reader]) else {
                continue;
            };
            let mut domain = self.reads[reader].clone();
            for writer in 0..unrolled.events.len() {
                if writer != reader
                    && self.meet(program, writer, reader)
                    && let Some(written) = self.written(unrolled, writer)
                {
                    domain.join(&written.map(|number| value::fit(number, ty)));
                }
            }
            changed |= self.reads[reader].join(&domain);
        }
        changed
    }

    /// Whether two events can access the same memory.
    #[must_use]
    pub fn meet(&self, program: &Program, a: usize, b: usize) -> bool {
        self.places[a].iter().any(|&left| {
            self.places[b]
                .iter()
                .any(|&right| program.same_memory(left, right))
        })
    }

    fn written(&self, unrolled: &Unrolled, event: usize) -> Option<Domain> {
        match unrolled.events[event].kind {
            EventKind::Initial { value, .. } => Some(Domain::one(value)),
            EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } => {
                Some(self.value(unrolled, value))
            }
            _ => None,
        }
    }

    fn widen(&mut self, unrolled: &Unrolled, which: impl Fn(usize) -> bool) {
        for (index, event) in unrolled.events.iter().enumerate() {
            if read_type(event).is_some() && which(index) {
                self.reads[index] = Domain::Wide;
            }
        }
    }

    /// The reads whose value can flow back to them.
    fn circular(&self, program: &Program, unrolled: &Unrolled) -> BTreeSet<usize> {
        let count = unrolled.events.len();
        let mut flow = crate::logic::bitset::BitMatrix::new(count);
        for (writer, event) in unrolled.events.iter().enumerate() {
            for source in sources(unrolled, event) {
                flow.insert(source.0, writer);
            }
            for reader in 0..count {
                let reads = read_type(&unrolled.events[reader]).is_some();
                if reads
                    && writer != reader
                    && self.meet(program, writer, reader)
                    && self.written(unrolled, writer).is_some()
                {
                    flow.insert(writer, reader);
                }
            }
        }
        let closure = flow.closure();
        (0..count).filter(|&at| closure.contains(at, at)).collect()
    }
}

/// The reads that the value an event writes is computed from.
fn sources(unrolled: &Unrolled, event: &Event) -> Vec<EventId> {
    let mut found: Vec<EventId> = event.data.iter().map(|dependency| dependency.on).collect();
    if let EventKind::ReadWrite { value, .. } = event.kind {
        collect_reads(unrolled, value, &mut found);
    }
    found
}

fn collect_reads(unrolled: &Unrolled, id: ValueId, found: &mut Vec<EventId>) {
    match unrolled.symbolic.value(id) {
        ValueExpr::Constant(_) => {}
        ValueExpr::Read(event) => found.push(event),
        ValueExpr::Fit(inner, _) => collect_reads(unrolled, inner, found),
        ValueExpr::Arithmetic(_, _, a, b) | ValueExpr::Select(_, a, b) => {
            collect_reads(unrolled, a, found);
            collect_reads(unrolled, b, found);
        }
    }
}

/// The type an event reads at, if it reads.
#[must_use]
pub fn read_type(event: &Event) -> Option<Type> {
    match event.kind {
        EventKind::Read { access, .. } | EventKind::ReadWrite { access, .. } => Some(access.ty),
        _ => None,
    }
}

/// The locations that an address can mean for an event: those of other blocks are out of reach.
fn reachable(program: &Program, event: &Event, address: &Domain) -> Vec<LocationId> {
    let count = program.locations.len();
    let own_block = event.thread.map(|thread| {
        let placement = program.thread(thread).placement;
        (placement.gpu, placement.cta)
    });
    let visible = |location: &LocationId| {
        let block = program.location(*location).block;
        block.is_none() || block == own_block
    };
    match address {
        Domain::Wide => (0..count).map(LocationId).filter(visible).collect(),
        Domain::Finite(values) => values
            .iter()
            .filter_map(|&number| location_at(number, count))
            .filter(visible)
            .collect(),
    }
}
