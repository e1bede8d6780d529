//! What the HRF models see of the accesses of an execution: where each stands among those of its
//! location, and which threads its scope is about, before and after promotion.

use super::event::Event;
use super::graph::Execution;
use super::matrix::{Set, members};
use super::switches::{Switch, Switches};
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Order, Scope};

/// The accesses of an execution with their places and scopes. A set of threads holds their numbers.
#[derive(Debug)]
pub struct Scopes<'a> {
    events: &'a [Event],
    switches: Switches,
    /// The place of each access in the order of its location: a write has an even number, the reads
    /// of it share the next. An atomic that writes stands where it writes.
    places: Vec<usize>,
    /// The place of what each access reads; its own if it does not.
    sources: Vec<usize>,
    /// The scope instance as written; empty for what has none.
    pub written: Vec<Set>,
    /// The scope instance after promotion, as one that releases.
    pub releasing: Vec<Set>,
    /// The scope instance after promotion, as one that acquires.
    pub acquiring: Vec<Set>,
}

impl<'a> Scopes<'a> {
    /// The places and the scopes as written.
    #[must_use]
    pub fn new(program: &Program, execution: &'a Execution, switches: Switches) -> Self {
        let events = execution.events.as_slice();
        let count = events.len();
        let earlier = |write: usize| (0..count).filter(|&w| execution.co.has(w, write)).count();
        let mut places: Vec<usize> = (0..count).map(|event| 2 * earlier(event)).collect();
        let mut sources = places.clone();
        for write in 0..count {
            for read in members(execution.rf.row(write)) {
                sources[read] = 2 * earlier(write);
                if !events[read].is_write() {
                    places[read] = sources[read] + 1;
                }
            }
        }
        let written: Vec<Set> = events
            .iter()
            .map(|event| instance(program, event))
            .collect();
        Self {
            events,
            switches,
            places,
            sources,
            releasing: written.clone(),
            acquiring: written.clone(),
            written,
        }
    }

    /// Whether one access stands before another in the order of their location.
    #[must_use]
    pub fn before(&self, a: usize, b: usize) -> bool {
        self.events[a].is_access()
            && self.events[a].location == self.events[b].location
            && self.places[a] < self.places[b]
    }

    /// Whether an event is an atomic that acquires.
    #[must_use]
    pub fn acquires(&self, event: usize) -> bool {
        self.events[event].acquires()
    }

    /// Whether an event is an atomic that releases.
    #[must_use]
    pub fn releases(&self, event: usize) -> bool {
        let found = &self.events[event];
        let ordered = matches!(found.order, Order::Release | Order::AcqRel | Order::Sc);
        let failed = found.locked && ordered && !self.switches.on(Switch::HrfFailedCas);
        found.releases() || failed
    }

    /// Lets the remote operations promote others.
    pub fn promote(&mut self) {
        loop {
            let before = (self.releasing.clone(), self.acquiring.clone());
            self.promote_once();
            // Scopes as written do not change, so once is enough.
            let done = (&self.releasing, &self.acquiring) == (&before.0, &before.1);
            if done || self.switches.on(Switch::HrfAsWritten) {
                return;
            }
        }
    }

    fn promote_once(&mut self) {
        for remote in 0..self.events.len() {
            if !self.events[remote].remote {
                continue;
            }
            if self.acquires(remote) && self.switches.on(Switch::HrfPromoteRelease) {
                for release in self.last_releases(remote) {
                    self.widen(release, self.reach(remote, self.acquiring[remote]), true);
                }
            }
            if self.releases(remote) && self.switches.on(Switch::HrfPromoteAcquire) {
                for acquire in self.next_acquires(remote) {
                    self.widen(acquire, self.reach(remote, self.releasing[remote]), false);
                }
            }
        }
    }

    /// The scope that a remote operation promotes to: the one written.
    fn reach(&self, remote: usize, promoted: Set) -> Set {
        if self.switches.on(Switch::HrfAsWritten) {
            self.written[remote]
        } else {
            promoted
        }
    }

    /// The scope as written becomes `scope` if that contains it. Several promotions of one operation
    /// lead to scopes that contain its thread, so the widest is their union.
    fn widen(&mut self, event: usize, scope: Set, release: bool) {
        let contained = self.written[event] & !scope == 0;
        if !contained && self.switches.on(Switch::HrfOnlyWiden) {
            return;
        }
        let whole = self.switches.on(Switch::HrfWholeOperation);
        if release || whole {
            self.releasing[event] |= scope;
        }
        if !release || whole {
            self.acquiring[event] |= scope;
        }
    }

    /// The last release before an acquire.
    fn last_releases(&self, acquire: usize) -> Vec<usize> {
        let mut found: Vec<usize> = (0..self.events.len())
            .filter(|&other| self.releases(other) && self.before(other, acquire))
            .filter(|&other| self.counts(other, acquire))
            .collect();
        if self.switches.on(Switch::HrfOneRelease) {
            let places = found.iter().map(|&release| self.places[release]);
            let last = if self.switches.on(Switch::HrfLastRelease) {
                places.max()
            } else {
                places.min()
            };
            found.retain(|&release| Some(self.places[release]) == last);
        }
        found
    }

    /// The next acquires after a release: all that read the same write.
    fn next_acquires(&self, release: usize) -> Vec<usize> {
        let mut found: Vec<usize> = (0..self.events.len())
            .filter(|&other| self.acquires(other) && self.before(release, other))
            .filter(|&other| self.counts(other, release))
            .collect();
        if self.switches.on(Switch::HrfOneAcquire) {
            let places = found.iter().map(|&acquire| self.sources[acquire]);
            let next = if self.switches.on(Switch::HrfNextAcquire) {
                places.min()
            } else {
                places.max()
            };
            found.retain(|&acquire| Some(self.sources[acquire]) == next);
        }
        if !self.switches.on(Switch::HrfSharedPlace) {
            found.truncate(1);
        }
        found
    }

    /// Operations of the same thread are last and next like any other.
    fn counts(&self, a: usize, b: usize) -> bool {
        self.events[a].thread != self.events[b].thread || self.switches.on(Switch::HrfOwnOperations)
    }

    /// Whether two scope instances contain each other's thread, and one contains the other.
    #[must_use]
    pub fn inclusive(&self, a: (usize, Set), b: (usize, Set)) -> bool {
        let threads = self.thread(a.0) | self.thread(b.0);
        let known = self.thread(a.0) != 0 && self.thread(b.0) != 0;
        let nested = a.1 & !b.1 == 0 || b.1 & !a.1 == 0;
        known && nested && threads & !a.1 == 0 && threads & !b.1 == 0
    }

    /// Whether two scopes are of one kind, and the same set of threads.
    #[must_use]
    pub fn same(&self, a: (usize, Set), b: (usize, Set)) -> bool {
        self.events[a.0].scope == self.events[b.0].scope && a.1 != 0 && a.1 == b.1
    }

    /// The set of an event's thread alone; empty for an initial write.
    #[must_use]
    pub fn thread(&self, event: usize) -> Set {
        self.events[event].thread.map_or(0, |thread| 1 << thread.0)
    }
}

/// The threads that the scope of an event is about.
fn instance(program: &Program, event: &Event) -> Set {
    let Some(own) = event.thread.filter(|_| event.is_access()) else {
        return 0;
    };
    let placed = program.thread(own).placement;
    let holds = |thread: usize| {
        let other = program.thread(ThreadId(thread)).placement;
        match event.scope {
            Scope::Thread => own == ThreadId(thread),
            Scope::Warp => placed.same_warp(&other),
            Scope::Cta => (placed.gpu, placed.cta) == (other.gpu, other.cta),
            Scope::Gpu => placed.gpu == other.gpu,
            Scope::Sys => true,
        }
    };
    let threads = (0..program.threads.len()).filter(|&thread| holds(thread));
    threads.fold(0, |set, thread| set | 1 << thread)
}
