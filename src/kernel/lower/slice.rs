//! What can order the accesses of one location, without the rest of a launch.
//!
//! A location of weak accesses only can be left out, all of its accesses together, where nothing that is kept hangs on what they
//! read; and so can all that a thread does that neither uses what is kept nor decides about it. What is left of an execution is one of the part: each read
//! that is kept has its write, and each axiom of the models of PTX forbids something of relations that only shrink where
//! events are left out. So does what orders two accesses, while they conflict as before: what races in the whole races in the part of its location.
//! A part may have races that the whole does not have.

use std::collections::BTreeSet;

use crate::program::events::{Event, EventKind, Place, Unrolled};
use crate::program::part::{Below, Expression, expressions, part};
use crate::program::{LocationId, RegisterId, ThreadId};
use crate::syntax::ast::Order;

use super::lowered::{END, Lowered};

/// The location of an access.
const fn location(event: &Event) -> Option<LocationId> {
    match event.place() {
        Some(Place::Fixed(location)) => Some(location),
        Some(Place::Computed(_)) | None => None,
    }
}

/// The events of a part, as far as they are known.
struct Slice<'l> {
    unrolled: &'l Unrolled,
    /// The locations of weak accesses only.
    weak: BTreeSet<LocationId>,
    /// Those of them that are in it.
    locations: BTreeSet<LocationId>,
    threads: BTreeSet<ThreadId>,
    below: Below<'l>,
}

impl Slice<'_> {
    /// Whether an event is in it.
    fn has(&self, event: &Event) -> bool {
        // What is chosen orders nothing, whoever's it is.
        if matches!(event.kind, EventKind::Choice) {
            return true;
        }
        let of_thread = event.thread.is_none_or(|one| self.threads.contains(&one));
        let place = location(event).filter(|place| self.weak.contains(place));
        of_thread && place.is_none_or(|place| self.locations.contains(&place))
    }

    /// Takes in what some expressions depend on.
    fn take(&mut self, expressions: Vec<Expression>) {
        for read in self.below.reads(expressions) {
            let event = self.unrolled.events.get(read.0);
            if let Some(event) = event.filter(|one| !matches!(one.kind, EventKind::Choice)) {
                self.threads.extend(event.thread);
                self.locations.extend(location(event));
            }
        }
    }

    /// Takes in all that use its locations, and what decides what they do, until there is nothing more.
    fn close(&mut self) {
        let mut known = vec![false; self.unrolled.events.len()];
        loop {
            let mut grown = false;
            for (known, event) in known.iter_mut().zip(&self.unrolled.events) {
                if location(event).is_some_and(|one| self.locations.contains(&one)) {
                    self.threads.extend(event.thread);
                }
                if !*known && self.has(event) {
                    (*known, grown) = (true, true);
                    self.take(expressions(event));
                }
            }
            if !grown {
                return;
            }
        }
    }
}

impl Lowered {
    /// Whether it has parts. Who comes to a barrier that counts takes a place that another would have, and pieces of one operation
    /// are told by each other, so that these are not left out.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        let counts = |event: &Event| match event.kind {
            EventKind::Barrier { arrive, quorum, .. } => arrive || quorum.is_some(),
            EventKind::Initial { .. }
            | EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::ReadWrite { .. }
            | EventKind::Fence(_)
            | EventKind::Choice => false,
        };
        self.whole.is_empty() && !self.unrolled.events.iter().any(counts)
    }

    /// The registers that say how threads end, and who comes to which barrier.
    fn said(&self) -> BTreeSet<(ThreadId, RegisterId)> {
        let threads = (0..self.unrolled.threads.len()).map(ThreadId);
        let ends = threads.map(|thread| (thread, RegisterId(END)));
        let came = self.came.iter();
        let came = came.map(|(came, &at)| (ThreadId(came.thread), RegisterId(at)));
        ends.chain(came).collect()
    }

    /// What can order the accesses of a location, and what decides whether they are done; nothing where that is all there is. Of
    /// registers those are in it that say how threads end and who comes to which barrier.
    #[must_use]
    pub fn about(&self, place: LocationId) -> Option<Unrolled> {
        let unrolled = &*self.unrolled;
        let mut weak: BTreeSet<LocationId> = unrolled.events.iter().filter_map(location).collect();
        let mut threads = BTreeSet::new();
        for event in &unrolled.events {
            let loose = match event.kind {
                EventKind::Read { access, .. } | EventKind::Write { access, .. } => {
                    access.order == Order::Weak
                }
                EventKind::Initial { .. } => true,
                EventKind::ReadWrite { .. }
                | EventKind::Fence(_)
                | EventKind::Barrier { .. }
                | EventKind::Choice => false,
            };
            if let Some(place) = location(event).filter(|_| !loose) {
                weak.remove(&place);
                threads.extend(event.thread);
            }
        }
        let mut slice = Slice {
            unrolled,
            weak,
            locations: BTreeSet::from([place]),
            threads,
            below: Below::new(&unrolled.symbolic),
        };
        let said = self.said();
        let says = |thread, register| said.contains(&(thread, register));
        let mut roots = Vec::new();
        for (at, thread) in unrolled.threads.iter().enumerate() {
            roots.extend([thread.finished, thread.truncated].map(Expression::Guard));
            let registers = thread.registers.iter().enumerate();
            let these = registers.filter(|(one, _)| says(ThreadId(at), RegisterId(*one)));
            roots.extend(these.map(|(_, value)| Expression::Value(*value)));
        }
        slice.take(roots);
        slice.close();
        let kept: Vec<bool> = unrolled.events.iter().map(|one| slice.has(one)).collect();
        if kept.iter().all(|kept| *kept) {
            return None;
        }
        part(unrolled, &kept, says)
    }
}
