//! One execution as plain data, and whether it is one of its program's.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::relation::options::Options;
use crate::program::events::{EventKind, Place, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{LocationId, Program, Term, address_of, value};
use crate::syntax::ast::Space;

use super::meetings::Met;

/// An execution: who read what from whom, in which order the writes came, how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Execution {
    /// The executed events, in the order of the unrolled program.
    pub events: BTreeMap<EventId, Executed>,
    /// Each executed read with the write it reads from.
    pub rf: BTreeMap<EventId, EventId>,
    /// All pairs of writes in coherence order.
    pub co: Vec<(EventId, EventId)>,
    /// The order of `fence.sc` pairs, for models that have one.
    pub fence_order: Vec<(EventId, EventId)>,
    /// The part of each executed barrier.
    pub barriers: BTreeMap<EventId, Met>,
    /// The barriers at which threads wait for ever, in an execution that does not end.
    pub stops: BTreeSet<EventId>,
    /// What each thread's registers hold at the end.
    pub registers: Vec<Vec<i64>>,
    /// The write that each memory's final value is, by physical location.
    pub last: BTreeMap<LocationId, EventId>,
}

/// An executed event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Executed {
    /// The location it accesses.
    pub location: Option<LocationId>,
    /// What it read.
    pub read: Option<i64>,
    /// What it wrote.
    pub wrote: Option<i64>,
}

impl Executed {
    /// The space of the location that it accesses.
    #[must_use]
    pub fn space(&self, program: &Program) -> Option<Space> {
        self.location
            .map(|location| program.location(location).space)
    }
}

impl Execution {
    /// The final value of a register or location.
    #[must_use]
    pub fn value(&self, program: &Program, term: Term) -> i64 {
        match term {
            Term::Constant(value) => value,
            Term::Register(thread, register) => self.registers[thread.0][register.0],
            Term::Location(location) => self.memory(program, location),
        }
    }

    /// The final value of a location.
    #[must_use]
    pub fn memory(&self, program: &Program, location: LocationId) -> i64 {
        let physical = program.location(location).physical;
        self.last
            .get(&physical)
            .and_then(|event| self.events.get(event))
            .and_then(|event| event.wrote)
            .unwrap_or(program.location(physical).initial)
    }

    /// What a read event returned; 0 for one that is not executed.
    #[must_use]
    pub fn read(&self, event: EventId) -> i64 {
        self.events
            .get(&event)
            .and_then(|executed| executed.read)
            .unwrap_or(0)
    }

    /// Checks that this is an execution of the program: that its events are those the values
    /// lead to, that reads return what was written, that the orders are orders.
    ///
    /// # Errors
    ///
    /// What is wrong, in a sentence.
    pub fn check(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        options: Options,
    ) -> Result<(), String> {
        if !self.stops.is_empty() {
            return Err("a thread waits at a barrier".to_owned());
        }
        self.check_prefix(program, unrolled, options)?;
        self.check_end(program, unrolled)
    }

    /// Checks all but how the threads end.
    pub(super) fn check_prefix(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        options: Options,
    ) -> Result<(), String> {
        for index in 0..unrolled.events.len() {
            self.check_event(program, unrolled, EventId(index))?;
        }
        self.check_reads(program, unrolled)?;
        self.check_coherence(program, unrolled, options)?;
        super::meetings::check(program, unrolled, self)
    }

    fn check_event(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        id: EventId,
    ) -> Result<(), String> {
        let event = &unrolled.events[id.0];
        let read = |event| self.read(event);
        let earlier =
            |stop: &&EventId| stop.0 < id.0 && unrolled.events[stop.0].thread == event.thread;
        let led = unrolled.symbolic.holds(event.guard, &read);
        let expected = led && !self.stops.iter().any(|stop| earlier(&stop));
        let Some(executed) = self.events.get(&id) else {
            return if expected {
                Err(format!("event {} should be executed", id.0))
            } else {
                Ok(())
            };
        };
        if !expected {
            return Err(format!("event {} should not be executed", id.0));
        }
        let wrote = match event.kind {
            EventKind::Initial { value, .. } => Some(value),
            EventKind::Write { value, .. } => Some(unrolled.symbolic.evaluate(value, &read)),
            EventKind::ReadWrite { value, success, .. } => unrolled
                .symbolic
                .holds(success, &read)
                .then(|| unrolled.symbolic.evaluate(value, &read)),
            EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        };
        if executed.wrote != wrote {
            return Err(format!("event {} writes the wrong value", id.0));
        }
        let place = match event.place() {
            Some(Place::Fixed(location)) => Some(location),
            Some(Place::Computed(address)) => {
                let address = unrolled.symbolic.evaluate(address, &read);
                (0..program.locations.len())
                    .map(LocationId)
                    .find(|&location| address_of(location) == address)
            }
            None => None,
        };
        if executed.location != place || (place.is_none() && event.memory().is_some()) {
            return Err(format!("event {} is at the wrong place", id.0));
        }
        if executed.read.is_some() != event.returns() {
            return Err(format!("event {} reads or does not, wrongly", id.0));
        }
        Ok(())
    }

    fn check_reads(&self, program: &Program, unrolled: &Unrolled) -> Result<(), String> {
        for (&reader, executed) in &self.events {
            let Some(read) = executed.read else { continue };
            if matches!(unrolled.events[reader.0].kind, EventKind::Choice) {
                if !(0..=1).contains(&read) {
                    return Err(format!("event {} is no choice", reader.0));
                }
                continue;
            }
            let source = self
                .rf
                .get(&reader)
                .and_then(|writer| self.events.get(writer));
            let Some(wrote) = source.and_then(|source| source.wrote) else {
                return Err(format!("event {} reads from nowhere", reader.0));
            };
            let same = match (executed.location, source.and_then(|source| source.location)) {
                (Some(a), Some(b)) => program.same_memory(a, b),
                _ => false,
            };
            let agrees = unrolled.events[reader.0]
                .read_type()
                .is_some_and(|ty| value::fit(wrote, ty) == read);
            if !same || !agrees {
                return Err(format!("event {} does not read what was written", reader.0));
            }
        }
        Ok(())
    }

    fn check_coherence(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        options: Options,
    ) -> Result<(), String> {
        let after = |a: EventId, b: EventId| self.co.contains(&(a, b));
        let writes: Vec<(EventId, LocationId)> = self
            .events
            .iter()
            .filter(|(_, executed)| executed.wrote.is_some())
            .filter_map(|(&event, executed)| {
                Some((event, program.location(executed.location?).physical))
            })
            .collect();
        for &(a, b) in &self.co {
            if a == b || after(b, a) {
                return Err("coherence is not an order".to_owned());
            }
            for &(_, c) in self.co.iter().filter(|(from, _)| *from == b) {
                if !after(a, c) {
                    return Err("coherence is not transitive".to_owned());
                }
            }
        }
        for (index, &(a, place)) in writes.iter().enumerate() {
            for &(b, other) in &writes[index + 1..] {
                let ordered = after(a, b) || after(b, a);
                let initial = unrolled.events[a.0].thread.is_none();
                if place != other && ordered {
                    return Err("coherence orders writes of different locations".to_owned());
                }
                if place == other && initial && !after(a, b) {
                    return Err("an initial write is not the first".to_owned());
                }
                if place == other && !ordered && !options.co_partial {
                    return Err("coherence leaves two writes unordered".to_owned());
                }
            }
        }
        Ok(())
    }

    fn check_end(&self, program: &Program, unrolled: &Unrolled) -> Result<(), String> {
        let read = |event| self.read(event);
        for (thread, end) in unrolled.threads.iter().enumerate() {
            if !unrolled.symbolic.holds(end.finished, &read) {
                return Err(format!("thread {thread} does not end"));
            }
            for (register, &value) in end.registers.iter().enumerate() {
                if self.registers[thread][register] != unrolled.symbolic.evaluate(value, &read) {
                    return Err(format!("register {register} of thread {thread} is wrong"));
                }
            }
        }
        let memories = program
            .locations
            .iter()
            .enumerate()
            .filter(|(index, location)| location.physical.0 == *index)
            .count();
        if self.last.len() != memories {
            return Err("a location has no final value".to_owned());
        }
        for (&location, &last) in &self.last {
            let there = self.events.get(&last).is_some_and(|event| {
                event.wrote.is_some()
                    && event
                        .location
                        .is_some_and(|place| program.same_memory(place, location))
            });
            if !there || self.co.iter().any(|&(from, _)| from == last) {
                return Err("a final value is not of a last write".to_owned());
            }
        }
        Ok(())
    }
}
