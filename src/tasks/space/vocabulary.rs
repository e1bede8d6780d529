//! What may be in a program: as data, so that it can be said, and given.

use std::fmt;

use super::shape::{Dependency, Kind, Strength};
use crate::model::Model;
use crate::model::accepts::Accepts;
use crate::model::registry::Kind as Says;
use crate::model::relation::base::{BaseRelation as Relation, BaseSet as Set};
use crate::model::relation::expr::{Definition, Expr, ExprId};
use crate::syntax::ast::{Order, Scope, Space};
use crate::syntax::print;

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

/// What may be in a program. Beyond this, a fence stands only after an access, and no two together; each
/// access has at most one dependency; unless `apart` says otherwise, each location is written and
/// accessed twice, and the locations that they share join all threads.
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
    /// Programs that fall apart, too.
    pub apart: bool,
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
            apart: false,
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

/// What a model looks at, and what it refuses.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent features, no state machine"
)]
struct Heeds {
    machine: bool,
    scopes: bool,
    places: bool,
    strong: bool,
    orders: bool,
    sc: bool,
    fences: bool,
    strengths: bool,
    dependencies: [bool; 3],
    accepts_fences: bool,
    accepts_orders: bool,
    accepts_sc: bool,
}

impl Heeds {
    fn of(model: &Model) -> Self {
        match &model.kind {
            Says::Axiomatic(axioms) => Self::axioms(&axioms.definition, axioms.accepts),
            // The machines know weak accesses, atomics with a scope, and `membar`.
            Says::Operational(_) => Self {
                machine: true,
                scopes: true,
                places: true,
                strong: false,
                orders: false,
                sc: false,
                fences: true,
                strengths: false,
                dependencies: [true; 3],
                accepts_fences: true,
                accepts_orders: false,
                accepts_sc: false,
            },
        }
    }

    fn axioms(definition: &Definition, accepts: Accepts) -> Self {
        let arena = &definition.arena;
        let every = (0..arena.len()).filter_map(|index| u32::try_from(index).ok());
        let every: Vec<Expr> = every.map(|index| arena.get(ExprId(index))).collect();
        let sets = |wanted: &[Set]| {
            let named = |expr: &Expr| matches!(expr, Expr::Set(set) if wanted.contains(set));
            every.iter().any(named)
        };
        let relations = |wanted: &[Relation]| {
            let named = |expr: &Expr| matches!(expr, Expr::Relation(one) if wanted.contains(one));
            every.iter().any(named)
        };
        let scopes = sets(&[Set::Thread, Set::Warp, Set::Cta, Set::Gpu, Set::Sys])
            || relations(&[
                Relation::ScopesInclude,
                Relation::Reaches,
                Relation::Covers,
                Relation::SameInstance,
            ]);
        let strengths = sets(&[Set::AcqRel, Set::Sc]) || relations(&[Relation::SyncFence]);
        Self {
            machine: false,
            scopes,
            places: relations(&[Relation::SameWarp, Relation::SameCta, Relation::SameGpu]),
            strong: scopes || sets(&[Set::Weak, Set::Strong, Set::Relaxed]),
            orders: sets(&[Set::Acquire, Set::Release, Set::AcqRel]),
            sc: sets(&[Set::Sc]),
            fences: strengths || scopes || sets(&[Set::All, Set::Fence, Set::Strong]),
            strengths,
            dependencies: [Relation::Addr, Relation::Data, Relation::Ctrl]
                .map(|relation| relations(&[relation])),
            accepts_fences: accepts.fences,
            accepts_orders: true,
            accepts_sc: accepts.beyond_ptx,
        }
    }
}

/// A line each: what accesses there are, what orders them, where they are.
impl fmt::Display for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &kind in &self.kinds {
            let name = match kind {
                Kind::Store => "st",
                Kind::Load => "ld",
                Kind::Rmw => "atom",
            };
            let orders = self.orders(kind).iter();
            let orders = orders.map(|&order| print::order(order, false));
            writeln!(f, "{name:<12}{}", list(orders))?;
        }
        let fences = self.fences.iter().map(|fence| match fence {
            Strength::AcqRel => "fence.acq_rel",
            Strength::Sc => "fence.sc",
        });
        let fences = list(fences);
        let last = match (self.fences.is_empty(), self.last_fences) {
            (true, _) => "",
            (false, true) => ", each after an access",
            (false, false) => ", each between two accesses",
        };
        writeln!(f, "fences      {fences}{last}")?;
        let scopes = self.scopes.iter().map(|scope| match scope {
            Scope::Thread => "thread",
            Scope::Warp => "warp",
            Scope::Cta => "cta",
            Scope::Gpu => "gpu",
            Scope::Sys => "sys",
        });
        writeln!(f, "scopes      {}", list(scopes))?;
        let dependencies = self.dependencies.iter().map(|kind| match kind {
            Dependency::Addr => "addr",
            Dependency::Data => "data",
            Dependency::Ctrl => "ctrl",
        });
        writeln!(f, "depends     {}", list(dependencies))?;
        let levels = self.placements.iter().map(|level| level.name());
        let threads = self.threads;
        writeln!(
            f,
            "threads     up to {threads}, two share a {}",
            either(levels)
        )?;
        let spaces = self.spaces.iter().map(|space| match space {
            Space::Global => "global",
            Space::Shared => "shared",
        });
        let apart = if self.apart {
            ""
        } else {
            ", each written, accessed twice; they join all threads"
        };
        write!(
            f,
            "locations   up to {}, {}{apart}",
            self.locations,
            either(spaces)
        )
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(", ")
    }
}

fn either<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" or ")
}
