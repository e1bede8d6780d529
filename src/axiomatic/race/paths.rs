//! The ways in which one access of an execution could happen before another: program order, and
//! from a write to a read of another thread that sees it or what came after it.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::concrete::Execution;
use crate::execution::scopes::scope_includes;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::syntax::ast::{Access, Order};

use crate::verdict::why::{Fault, Missing};

/// An execution, and who happens before whom in it as far as the model names that.
pub(super) struct Ground<'a> {
    pub program: &'a Program,
    pub unrolled: &'a Unrolled,
    pub execution: &'a Execution,
    /// Pairs of events of different threads that happen one before the other: the model's `hhb`.
    pub before: BTreeSet<(EventId, EventId)>,
}

/// A write and a read of another thread that is after it in the order of their location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    pub release: EventId,
    pub acquire: EventId,
}

impl Ground<'_> {
    /// How an executed event accesses memory.
    pub fn access(&self, event: EventId) -> Option<Access> {
        let access = self.unrolled.events.get(event.0)?.memory()?.1;
        self.execution.events.contains_key(&event).then_some(access)
    }

    /// Whether it is atomic.
    pub fn atomic(&self, event: EventId) -> bool {
        self.access(event)
            .is_some_and(|access| access.order != Order::Weak)
    }

    /// Whether the scope of an event includes the thread of another.
    pub fn reaches(&self, from: EventId, to: EventId) -> bool {
        let thread = |event: EventId| self.unrolled.events[event.0].thread;
        match (self.access(from), thread(from), thread(to)) {
            (Some(access), Some(own), Some(other)) => {
                scope_includes(self.program, own, access.scope, other)
            }
            _ => false,
        }
    }

    /// The same event, or an earlier one of the same thread.
    pub fn not_after(&self, a: EventId, b: EventId) -> bool {
        let thread = |event: EventId| self.unrolled.events[event.0].thread;
        a <= b && thread(a) == thread(b)
    }

    /// What keeps a link from synchronizing; nothing if the model says it does.
    pub fn faults(&self, link: Link) -> Vec<Missing> {
        let Link { release, acquire } = link;
        if self.before.contains(&(release, acquire)) {
            return Vec::new();
        }
        let mut faults = Vec::new();
        let mut add = |fault, at, with| faults.push(Missing { fault, at, with });
        let order = |event| self.access(event).map(|access| access.order);
        let releases = [Order::Release, Order::AcqRel, Order::Sc];
        let acquires = [Order::Acquire, Order::AcqRel, Order::Sc];
        for (at, with, fit, lacks) in [
            (release, acquire, releases, Fault::NoRelease),
            (acquire, release, acquires, Fault::NoAcquire),
        ] {
            let Some(order) = order(at) else { continue };
            if order == Order::Weak {
                add(Fault::Plain, at, with);
                continue;
            }
            if !fit.contains(&order) {
                add(lacks, at, with);
            }
            if !self.reaches(at, with) {
                add(Fault::Narrow, at, with);
            }
        }
        let scope = |event| self.access(event).map(|access| access.scope);
        if faults.is_empty() && scope(release) != scope(acquire) {
            faults.push(Missing {
                fault: Fault::Differs,
                at: release,
                with: acquire,
            });
        }
        faults
    }

    /// The links that lead from one access to another with the fewest faults; none if no way does.
    pub fn way(&self, from: EventId, to: EventId) -> Option<(usize, Vec<Link>)> {
        let mut links = self.links();
        // The racing accesses are no flag, unless there is no other.
        for (link, price) in &mut links {
            if (link.release, link.acquire) == (from, to) {
                *price += weight(Fault::Plain);
            }
        }
        // The cheapest way to the acquire of each link.
        let mut best: BTreeMap<EventId, (usize, Vec<Link>)> = BTreeMap::new();
        best.insert(from, (0, Vec::new()));
        // No way is longer than the links are many.
        for _ in 0..links.len() {
            let mut changed = false;
            for &(link, price) in &links {
                let start = best
                    .iter()
                    .filter(|(reached, _)| self.not_after(**reached, link.release))
                    .map(|(_, way)| way)
                    .min_by_key(|(cost, way)| (*cost, way.len()));
                let Some((cost, way)) = start else { continue };
                let cost = cost + price;
                if best.get(&link.acquire).is_none_or(|known| cost < known.0) {
                    let mut way = way.clone();
                    way.push(link);
                    best.insert(link.acquire, (cost, way));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        best.into_iter()
            .filter(|(reached, (_, way))| !way.is_empty() && self.not_after(*reached, to))
            .map(|(_, way)| way)
            .min_by_key(|(cost, way)| (*cost, way.len()))
    }

    /// All links, with what each costs to mend.
    fn links(&self) -> Vec<(Link, usize)> {
        let mut links = Vec::new();
        for release in self.execution.events.keys().copied() {
            for acquire in self.execution.events.keys().copied() {
                if self.meets(release, acquire) {
                    let link = Link { release, acquire };
                    let faults = self.faults(link);
                    let price: usize = faults.iter().map(|fault| weight(fault.fault)).sum();
                    links.push((link, 1 + price));
                }
            }
        }
        links
    }

    /// A write of one thread that a read of another comes after.
    fn meets(&self, release: EventId, acquire: EventId) -> bool {
        let thread = |event: EventId| self.unrolled.events[event.0].thread;
        let Some(&source) = self.execution.rf.get(&acquire) else {
            return false;
        };
        self.wrote(release)
            && thread(release).is_some()
            && thread(release) != thread(acquire)
            && (source == release || self.execution.co.contains(&(release, source)))
    }

    /// Whether it is executed and writes.
    pub fn wrote(&self, event: EventId) -> bool {
        let executed = self.execution.events.get(&event);
        executed.is_some_and(|executed| executed.wrote.is_some())
    }
}

/// A way over flags that only need a wider scope is what was meant, rather than one over data.
const fn weight(fault: Fault) -> usize {
    match fault {
        Fault::Plain => 40,
        Fault::NoRelease | Fault::NoAcquire => 20,
        Fault::Narrow => 15,
        Fault::Differs
        | Fault::Chain
        | Fault::Early
        | Fault::Weak
        | Fault::Path
        | Fault::Nothing => 5,
    }
}
