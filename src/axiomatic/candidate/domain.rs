//! Which values and which locations are possible, before any solver: the may-analysis of data.
//!
//! Most tests move a handful of constants, so values are small sets and the formula stays
//! propositional. A value flows through an event at most once in any execution without thin-air
//! values, so as many rounds as there are events find every value that can occur.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::program::events::{Event, EventKind, Place, Unrolled};
use crate::program::symbolic::{EventId, ValueExpr, ValueId};
use crate::program::{LocationId, Program, location_at, value};

use crate::stop::Stop;

pub use super::possible::Domain;
use super::written::{Written, sources, writes};

/// What expressions can be, as far as one round has found out: they are shared.
type Known = FxHashMap<ValueId, Domain>;

/// The result of the analysis.
#[derive(Debug, Clone)]
pub struct Domains {
    reads: Vec<Domain>,
    places: Vec<Vec<LocationId>>,
}

impl Domains {
    /// Analyses a program. With `thin_air`, values may justify themselves, as under a model that
    /// does not forbid it: reads on a circle of data can then return anything.
    ///
    /// What was found is of no use once the stop has been reached: whoever asks must ask the stop, too.
    #[must_use]
    pub fn new(program: &Program, unrolled: &Unrolled, thin_air: bool, stop: &Stop) -> Self {
        let count = unrolled.events.len();
        let mut found = Self {
            reads: unrolled.events.iter().map(unread).collect(),
            places: vec![Vec::new(); count],
        };
        for round in 0..=count {
            if stop.check().is_err() {
                return found;
            }
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
            found.justify(program, unrolled);
        }
        found
    }

    /// Lets values justify themselves: reads on a circle of data can return anything, but for those
    /// of counters, which no circle can satisfy.
    fn justify(&mut self, program: &Program, unrolled: &Unrolled) {
        let circular = self.circular(program, unrolled);
        loop {
            let counting = self.counting(program, unrolled);
            self.widen(unrolled, |event| {
                circular.contains(&event) && !counting.contains(&event)
            });
            while self.find_places(program, unrolled) | self.find_values(program, unrolled) {}
            // What an address can be now may have shown another write to a counter.
            if self.counting(program, unrolled) == counting {
                break;
            }
        }
    }

    /// The reads of memories that nothing but numbers of one sign are added to.
    fn counting(&self, program: &Program, unrolled: &Unrolled) -> BTreeSet<usize> {
        let memories = self.written_to(program, unrolled);
        let counted = |memory: &LocationId| memories.get(memory).is_some_and(Written::ascends);
        let reads = (0..unrolled.events.len()).filter(|&event| {
            let memories = self.memories(program, event);
            !memories.is_empty() && memories.iter().all(counted)
        });
        reads.collect()
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
        self.look_up(unrolled, id, &mut Known::default())
    }

    /// What an expression can be; `known` holds what this round has found already.
    fn look_up(&self, unrolled: &Unrolled, id: ValueId, known: &mut Known) -> Domain {
        match unrolled.symbolic.value(id) {
            ValueExpr::Constant(number) => return Domain::one(number),
            ValueExpr::Read(event) => return self.read(event).clone(),
            ValueExpr::Fit(..) | ValueExpr::Arithmetic(..) | ValueExpr::Select(..) => {}
        }
        if let Some(found) = known.get(&id) {
            return found.clone();
        }
        let result = match unrolled.symbolic.value(id) {
            ValueExpr::Constant(number) => Domain::one(number),
            ValueExpr::Read(event) => self.read(event).clone(),
            ValueExpr::Fit(inner, ty) => self
                .look_up(unrolled, inner, known)
                .map(|number| value::fit(number, ty)),
            ValueExpr::Arithmetic(op, ty, a, b) => {
                let left = self.look_up(unrolled, a, known);
                let right = self.look_up(unrolled, b, known);
                left.pairs(&right, |a, b| value::compute(op, a, b, ty))
            }
            ValueExpr::Select(_, a, b) => {
                let mut result = self.look_up(unrolled, a, known);
                result.join(&self.look_up(unrolled, b, known));
                result
            }
        };
        known.insert(id, result.clone());
        result
    }

    fn find_places(&mut self, program: &Program, unrolled: &Unrolled) -> bool {
        let mut known = Known::default();
        let mut changed = false;
        for (index, event) in unrolled.events.iter().enumerate() {
            let places = match event.place() {
                Some(Place::Fixed(location)) => vec![location],
                Some(Place::Computed(address)) => {
                    reachable(program, event, &self.look_up(unrolled, address, &mut known))
                }
                None => Vec::new(),
            };
            if places != self.places[index] {
                self.places[index] = places;
                changed = true;
            }
        }
        changed
    }

    fn find_values(&mut self, program: &Program, unrolled: &Unrolled) -> bool {
        let memories = self.written_to(program, unrolled);
        let mut changed = false;
        for reader in 0..unrolled.events.len() {
            let Some(ty) = unrolled.events[reader].read_type() else {
                continue;
            };
            for memory in self.memories(program, reader) {
                if let Some(written) = memories.get(&memory) {
                    let others = written
                        .but(EventId(reader))
                        .map(|number| value::fit(number, ty));
                    changed |= self.reads[reader].join(&others);
                }
            }
        }
        changed
    }

    /// What is written to each memory, as far as is known.
    fn written_to(&self, program: &Program, unrolled: &Unrolled) -> BTreeMap<LocationId, Written> {
        let mut known = Known::default();
        let mut memories: BTreeMap<LocationId, Written> = BTreeMap::new();
        for writer in 0..unrolled.events.len() {
            if let Some(written) = self.written(unrolled, writer, &mut known) {
                for memory in self.memories(program, writer) {
                    let known = memories.entry(memory).or_default();
                    known.add(unrolled, EventId(writer), &written);
                }
            }
        }
        memories
    }

    /// The memories that an event can access.
    fn memories(&self, program: &Program, event: usize) -> BTreeSet<LocationId> {
        let places = self.places[event].iter();
        places
            .map(|&place| program.location(place).physical)
            .collect()
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

    fn written(&self, unrolled: &Unrolled, event: usize, known: &mut Known) -> Option<Domain> {
        match unrolled.events[event].kind {
            EventKind::Initial { value, .. } => Some(Domain::one(value)),
            EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } => {
                Some(self.look_up(unrolled, value, known))
            }
            EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        }
    }

    fn widen(&mut self, unrolled: &Unrolled, which: impl Fn(usize) -> bool) {
        for (index, event) in unrolled.events.iter().enumerate() {
            if event.read_type().is_some() && which(index) {
                self.reads[index] = Domain::Wide;
            }
        }
    }

    /// The reads whose value can flow back to them.
    fn circular(&self, program: &Program, unrolled: &Unrolled) -> BTreeSet<usize> {
        let count = unrolled.events.len();
        let mut flow = crate::sat::bitset::BitMatrix::new(count);
        for (writer, event) in unrolled.events.iter().enumerate() {
            for source in sources(unrolled, event) {
                flow.insert(source.0, writer);
            }
            for reader in 0..count {
                let reads = unrolled.events[reader].read_type().is_some();
                if reads && writer != reader && self.meet(program, writer, reader) && writes(event)
                {
                    flow.insert(writer, reader);
                }
            }
        }
        let closure = flow.closure();
        (0..count).filter(|&at| closure.contains(at, at)).collect()
    }
}

/// What an event returns that nobody wrote.
fn unread(event: &Event) -> Domain {
    match event.kind {
        EventKind::Choice => Domain::Finite([0, 1].into()),
        EventKind::Initial { .. }
        | EventKind::Read { .. }
        | EventKind::Write { .. }
        | EventKind::ReadWrite { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. } => Domain::none(),
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
