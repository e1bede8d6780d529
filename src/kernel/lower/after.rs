//! Launches that come after others: all that a launch did comes before all that the next does.
//!
//! Each thread of the launch before says at its end that it has ended, with a release of the whole system; a thread of
//! no launch acquires that of all of them and says so to the threads of the launch after, which acquire it before
//! they begin. That orders what it must, and nothing else.

use std::collections::BTreeSet;

use crate::program::events::{EventKind, Place as Target};
use crate::program::symbolic::{EventId, GuardId, TRUE};
use crate::program::{Location, LocationId, Program};
use crate::syntax::ast::{self, Comparison};

use super::chance::{ends, helper};
use super::emit::{Emitter, location};
use super::end::AHEAD;
use super::ending::End;
use super::event::{STRONG, WHOLE, bare};

/// Where a launch waits for others.
#[derive(Debug, Clone)]
pub struct Gate {
    /// The launch that waits.
    launch: usize,
    /// The threads that must have exited, each with where it says so.
    before: Vec<(usize, LocationId)>,
    /// Where it is said that it may begin.
    open: LocationId,
}

/// Acquires, as far as there are threads.
const ACQUIRE: ast::Access = ast::Access {
    order: ast::Order::Acquire,
    ..STRONG
};

/// Releases, as far as there are threads.
const RELEASE: ast::Access = ast::Access {
    order: ast::Order::Release,
    ..STRONG
};

impl Emitter<'_> {
    /// Locations for what launches tell each other.
    pub fn after_locations(&mut self, locations: &mut Vec<Location>) {
        for (launch, it) in self.setup.launches.iter().enumerate() {
            if it.after.is_empty() {
                continue;
            }
            let threads = self.setup.threads.iter().enumerate();
            let before = threads.filter(|(_, one)| it.after.contains(&one.launch));
            let mut new = |name: String| {
                let id = LocationId(locations.len());
                locations.push(location(name, id, 0));
                self.initial(id, 0);
                id
            };
            let before: Vec<(usize, LocationId)> = before
                .map(|(thread, _)| (thread, new(format!("ended {thread}"))))
                .collect();
            let open = new(format!("begin {launch}"));
            self.more.push(Gate {
                launch,
                before,
                open,
            });
        }
    }

    /// When each thread begins.
    pub fn begin(&mut self) -> Vec<GuardId> {
        let gates = self.more.clone();
        let launches: Vec<usize> = self.setup.threads.iter().map(|one| one.launch).collect();
        let mut begins = vec![TRUE; launches.len()];
        for (thread, launch) in launches.into_iter().enumerate() {
            if let Some(gate) = gates.iter().find(|gate| gate.launch == launch) {
                begins[thread] = self.acquired(thread, gate.open);
            }
        }
        begins
    }

    fn acquired(&mut self, thread: usize, from: LocationId) -> GuardId {
        let id = EventId(self.out.events.len());
        let kind = EventKind::Read {
            place: Target::Fixed(from),
            access: ACQUIRE,
        };
        self.out.events.push(bare(Some(thread), TRUE, kind));
        self.told.push(None);
        let read = self.out.symbolic.read(id);
        let one = self.out.symbolic.constant(1);
        self.out.symbolic.compare(Comparison::Eq, WHOLE, read, one)
    }

    fn released(&mut self, thread: usize, to: LocationId, guard: GuardId) {
        let value = self.out.symbolic.constant(1);
        let kind = EventKind::Write {
            place: Target::Fixed(to),
            value,
            access: RELEASE,
        };
        self.out.events.push(bare(Some(thread), guard, kind));
        self.told.push(None);
    }

    /// A thread whose launch has not begun has not either.
    pub fn wait_to_begin(&mut self, end: &mut End, begins: GuardId) {
        if self.look.stuck && begins != TRUE {
            let ahead = self.out.symbolic.not(begins);
            end.finished = self.out.symbolic.or(end.finished, ahead);
            end.codes.push((ahead, AHEAD));
        }
    }

    /// Lets threads say that they have exited, and launches begin.
    pub fn finish_launches(&mut self, exits: &[GuardId], program: &mut Program) {
        let gates = self.more.clone();
        for gate in &gates {
            for (thread, location) in &gate.before {
                self.released(*thread, *location, exits[*thread]);
            }
        }
        for gate in &gates {
            let between = helper(program);
            let mut all = TRUE;
            for (_, location) in &gate.before {
                let one = self.acquired(between, *location);
                all = self.out.symbolic.and(all, one);
            }
            self.released(between, gate.open, all);
            self.out.threads.push(ends());
        }
    }
}

/// The threads that a thread's launch comes after.
#[must_use]
pub fn before(setup: &crate::kernel::setup::Setup, thread: usize) -> BTreeSet<usize> {
    let after = &setup.launches[setup.threads[thread].launch].after;
    let threads = setup.threads.iter().enumerate();
    threads
        .filter(|(_, one)| after.contains(&one.launch))
        .map(|(at, _)| at)
        .collect()
}
