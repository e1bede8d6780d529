//! What may be in a program: as data, so that it can be said, and given.

use super::heeds::Heeds;
use super::shape::{Dependency, Kind, Strength};
use crate::model::Model;
use crate::syntax::ast::{Order, Scope, Space};

/// How near two threads may be: the narrowest thing that they share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A warp.
    Warp,
    /// A block.
    Cta,
    /// A device.
    Gpu,
    /// The system: they run on two devices.
    Sys,
}

impl Level {
    /// All of them, from near to far.
    pub const ALL: [Self; 4] = [Self::Warp, Self::Cta, Self::Gpu, Self::Sys];

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warp => "warp",
            Self::Cta => "cta",
            Self::Gpu => "gpu",
            Self::Sys => "sys",
        }
    }
}

/// What holds a program together: others fall apart into smaller ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whole {
    /// Each location is written, and accessed twice; those that threads share join all threads.
    Twice,
    /// The locations that threads share join all threads.
    Joined,
    /// Nothing has to.
    Apart,
}

/// What may be in a program. Beyond this, a fence stands only after an access, and no two together; each
/// access has at most one dependency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    /// What accesses do.
    pub kinds: Vec<Kind>,
    /// The orders of loads, weak ones first.
    pub loads: Vec<Order>,
    /// The orders of stores.
    pub stores: Vec<Order>,
    /// The orders of read-modify-writes.
    pub rmws: Vec<Order>,
    /// The fences; none: there are none.
    pub fences: Vec<Strength>,
    /// Whether a fence may be the last instruction of its thread.
    pub last_fences: bool,
    /// The scopes of accesses that have one, and of fences, narrow ones first.
    pub scopes: Vec<Scope>,
    /// The dependencies.
    pub dependencies: Vec<Dependency>,
    /// How near two threads may be.
    pub placements: Vec<Level>,
    /// The spaces of locations; with a shared one all threads are in one block.
    pub spaces: Vec<Space>,
    /// The most threads.
    pub threads: usize,
    /// The most locations.
    pub locations: usize,
    /// What holds a program together.
    pub whole: Whole,
}

/// The most threads unless said otherwise.
const THREADS: usize = 4;

/// The most locations unless said otherwise.
const LOCATIONS: usize = 3;

impl Vocabulary {
    /// What all of these models accept, as far as one of them tells it apart.
    #[must_use]
    pub fn of(models: &[&Model]) -> Self {
        let heeds: Vec<Heeds> = models.iter().map(|model| Heeds::of(model)).collect();
        let any = |what: fn(&Heeds) -> bool| heeds.iter().any(what);
        let all = |what: fn(&Heeds) -> bool| heeds.iter().all(what);
        let scoped = any(|one| one.scopes);
        let strong = any(|one| one.strong);
        let sc = all(|one| one.accepts_sc) && any(|one| one.sc);
        let orders = |middle: Option<Order>| {
            let middle = middle.filter(|_| all(|one| one.accepts_orders) && any(|one| one.orders));
            let relaxed = (strong || middle.is_some()).then_some(Order::Relaxed);
            let last = (sc && all(|one| one.accepts_orders)).then_some(Order::Sc);
            let all = [Some(Order::Weak), relaxed, middle, last];
            all.into_iter().flatten().collect()
        };
        let mut rmws = vec![Order::Relaxed];
        if all(|one| one.accepts_orders) && any(|one| one.orders) {
            rmws.extend([Order::Acquire, Order::Release, Order::AcqRel]);
        }
        if sc && all(|one| one.accepts_orders) {
            rmws.push(Order::Sc);
        }
        let fences = match (all(|one| one.accepts_fences), any(|one| one.strengths)) {
            (false, _) => Vec::new(),
            (true, _) if !any(|one| one.fences) => Vec::new(),
            (true, true) => vec![Strength::AcqRel, Strength::Sc],
            (true, false) => vec![Strength::Sc],
        };
        let dependencies = Dependency::ALL.into_iter().zip([
            any(|one| one.dependencies[0]),
            any(|one| one.dependencies[1]),
            any(|one| one.dependencies[2]),
        ]);
        Self {
            kinds: Kind::ALL.to_vec(),
            loads: orders(Some(Order::Acquire)),
            stores: orders(Some(Order::Release)),
            rmws,
            fences,
            last_fences: any(|one| one.machine),
            scopes: if scoped {
                vec![Scope::Cta, Scope::Gpu]
            } else {
                vec![Scope::Gpu]
            },
            dependencies: dependencies
                .filter_map(|(kind, heeded)| heeded.then_some(kind))
                .collect(),
            placements: if scoped || any(|one| one.places) {
                vec![Level::Cta, Level::Gpu]
            } else {
                vec![Level::Gpu]
            },
            spaces: vec![Space::Global],
            threads: THREADS,
            locations: LOCATIONS,
            whole: Whole::Twice,
        }
    }

    /// The orders of an access.
    #[must_use]
    pub fn orders(&self, kind: Kind) -> &[Order] {
        match kind {
            Kind::Load => &self.loads,
            Kind::Store => &self.stores,
            Kind::Rmw => &self.rmws,
        }
    }
}
