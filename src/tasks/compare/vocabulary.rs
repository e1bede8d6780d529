//! What the tests that are searched may contain.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::model::registry::Axiomatic;
use crate::model::relation::base::{Base, BaseRelation, BaseSet};
use crate::model::relation::expr::{Expr, ExprId};
use crate::syntax::ast::{Order, Scope};
use crate::syntax::diagnostic::nearest;

/// What an instruction of a test may be, or how it may depend on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// Exchanges.
    Rmw,
    /// Fences.
    Fence,
    /// Address dependencies.
    Addr,
    /// Data dependencies.
    Data,
    /// Control dependencies.
    Ctrl,
}

/// The order of an access, and whether it is remote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordering {
    /// The order.
    pub order: Order,
    /// One of the `rm_` forms.
    pub remote: bool,
}

/// How near two threads are: the narrowest group that both are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Near {
    /// One warp.
    Warp,
    /// One block, in different warps.
    Cta,
    /// One device, in different blocks.
    Gpu,
    /// Different devices.
    Sys,
}

macro_rules! named {
    ($type:ty: $($name:literal => $value:expr),+ $(,)?) => {
        impl $type {
            /// All of them, with their names.
            pub const NAMES: &'static [(&'static str, Self)] = &[$(($name, $value)),+];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                let mut names = Self::NAMES.iter();
                names.find(|(_, value)| *value == self).map_or("", |(name, _)| name)
            }
        }
    };
}

const fn plain(order: Order) -> Ordering {
    Ordering {
        order,
        remote: false,
    }
}

const fn remote(order: Order) -> Ordering {
    Ordering {
        order,
        remote: true,
    }
}

named!(Element: "ld" => Self::Load, "st" => Self::Store, "rmw" => Self::Rmw, "fence" => Self::Fence,
    "addr" => Self::Addr, "data" => Self::Data, "ctrl" => Self::Ctrl);
named!(Ordering: "weak" => plain(Order::Weak), "relaxed" => plain(Order::Relaxed),
    "acquire" => plain(Order::Acquire), "release" => plain(Order::Release),
    "acq_rel" => plain(Order::AcqRel), "sc" => plain(Order::Sc),
    "rm_acquire" => remote(Order::Acquire), "rm_release" => remote(Order::Release),
    "rm_acq_rel" => remote(Order::AcqRel));
named!(Near: "warp" => Self::Warp, "cta" => Self::Cta, "gpu" => Self::Gpu, "sys" => Self::Sys);

/// The scopes by name.
pub const SCOPES: &[(&str, Scope)] = &[
    ("thread", Scope::Thread),
    ("warp", Scope::Warp),
    ("cta", Scope::Cta),
    ("gpu", Scope::Gpu),
    ("sys", Scope::Sys),
];

/// The most threads a test may have.
pub const THREADS: usize = 8;
/// The most locations a test may have.
pub const LOCATIONS: usize = 6;
/// The most accesses a test may have.
pub const EVENTS: usize = 12;

/// What tests may contain. Each list is sorted, from weak to strong or narrow to wide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    /// Instructions and dependencies.
    pub elements: BTreeSet<Element>,
    /// Orders of accesses.
    pub orders: BTreeSet<Ordering>,
    /// Whether fences can be `fence.acq_rel` too, and not only `fence.sc`.
    pub light_fences: bool,
    /// Scopes of fences and of accesses that are not weak.
    pub scopes: BTreeSet<Scope>,
    /// How near any two threads are.
    pub placements: BTreeSet<Near>,
    /// The most threads.
    pub threads: usize,
    /// The most locations.
    pub locations: usize,
}

/// What a user asks to have instead of the default; nothing where a list is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Instructions and dependencies.
    pub elements: Vec<String>,
    /// Orders.
    pub orders: Vec<String>,
    /// Scopes.
    pub scopes: Vec<String>,
    /// How near threads are.
    pub placements: Vec<String>,
    /// Threads.
    pub threads: Option<usize>,
    /// Locations.
    pub locations: Option<usize>,
}

impl Ordering {
    /// Whether a load can have it.
    #[must_use]
    pub const fn of_loads(self) -> bool {
        matches!(
            self.order,
            Order::Weak | Order::Relaxed | Order::Acquire | Order::Sc
        )
    }

    /// Whether a store can have it.
    #[must_use]
    pub const fn of_stores(self) -> bool {
        matches!(
            self.order,
            Order::Weak | Order::Relaxed | Order::Release | Order::Sc
        )
    }

    /// Whether a read-modify-write can have it.
    #[must_use]
    pub const fn of_updates(self) -> bool {
        !matches!(self.order, Order::Weak)
    }

    /// How strong it is, beside others.
    #[must_use]
    pub const fn strength(self) -> usize {
        let own = match self.order {
            Order::Weak => 0,
            Order::Relaxed => 1,
            Order::Acquire | Order::Release => 2,
            Order::AcqRel => 3,
            Order::Sc => 4,
        };
        own + if self.remote { 4 } else { 0 }
    }
}

/// What the axioms of some models speak of; flags are not asked.
fn spoken(models: &[&Axiomatic]) -> BTreeSet<Spoken> {
    let mut found = BTreeSet::new();
    for model in models {
        let arena = &model.definition.arena;
        let axioms = model.definition.axioms.iter().filter(|axiom| !axiom.flag);
        let mut left: Vec<ExprId> = axioms.map(|axiom| axiom.expr).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let expr = arena.get(id);
            left.extend(expr.operands().into_iter().flatten());
            if let Expr::Recursive(rec) = expr {
                left.extend(arena.recursive[rec.0 as usize].body);
            }
            found.extend(expr.base().map(|base| match base {
                Base::Set(set) => Spoken::Set(set),
                Base::Relation(relation) => Spoken::Relation(relation),
            }));
        }
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spoken {
    Set(BaseSet),
    Relation(BaseRelation),
}

impl Vocabulary {
    /// What both models accept, and at least one of them speaks of.
    #[must_use]
    pub fn of(models: [&Axiomatic; 2]) -> Self {
        let spoken = spoken(&models);
        let sets = |sets: &[BaseSet]| sets.iter().any(|&set| spoken.contains(&Spoken::Set(set)));
        let relations = |relations: &[BaseRelation]| {
            let mut relations = relations.iter();
            relations.any(|&relation| spoken.contains(&Spoken::Relation(relation)))
        };
        let all = |accepts: fn(&Axiomatic) -> bool| models.iter().all(|model| accepts(model));
        let fences = all(|model| model.accepts.fences);
        let beyond = all(|model| model.accepts.beyond_ptx);
        let mut elements = BTreeSet::from([Element::Load, Element::Store]);
        let mut element = |there: bool, element| {
            if there {
                elements.insert(element);
            }
        };
        let fenced = sets(&[BaseSet::Fence]) || relations(&[BaseRelation::SyncFence]);
        element(
            sets(&[BaseSet::Rmw]) || relations(&[BaseRelation::Rmw]),
            Element::Rmw,
        );
        element(fences && fenced, Element::Fence);
        element(relations(&[BaseRelation::Addr]), Element::Addr);
        element(relations(&[BaseRelation::Data]), Element::Data);
        element(relations(&[BaseRelation::Ctrl]), Element::Ctrl);
        let mut orders = BTreeSet::from([plain(Order::Weak)]);
        let mut order = |there: bool, ordering| {
            if there {
                orders.insert(ordering);
            }
        };
        let (acquires, releases) = (sets(&[BaseSet::Acquire]), sets(&[BaseSet::Release]));
        let strong = [BaseSet::Weak, BaseSet::Strong, BaseSet::Relaxed];
        order(sets(&strong), plain(Order::Relaxed));
        order(acquires, plain(Order::Acquire));
        order(releases, plain(Order::Release));
        order(acquires && releases, plain(Order::AcqRel));
        order(beyond && sets(&[BaseSet::Sc]), plain(Order::Sc));
        let far = beyond && sets(&[BaseSet::Remote]);
        order(far, remote(Order::Acquire));
        order(far, remote(Order::Release));
        let scoped = sets(&[
            BaseSet::Thread,
            BaseSet::Warp,
            BaseSet::Cta,
            BaseSet::Gpu,
            BaseSet::Sys,
        ]) || relations(&[
            BaseRelation::SameWarp,
            BaseRelation::SameCta,
            BaseRelation::SameGpu,
            BaseRelation::ScopesInclude,
            BaseRelation::Reaches,
            BaseRelation::Covers,
            BaseRelation::SameInstance,
        ]);
        let light = sets(&[BaseSet::AcqRel, BaseSet::Sc]) || relations(&[BaseRelation::SyncFence]);
        Self {
            elements,
            orders,
            light_fences: light,
            scopes: if scoped {
                BTreeSet::from([Scope::Cta, Scope::Gpu])
            } else {
                BTreeSet::from([Scope::Gpu])
            },
            placements: if scoped {
                BTreeSet::from([Near::Cta, Near::Gpu])
            } else {
                BTreeSet::from([Near::Gpu])
            },
            threads: 4,
            locations: 3,
        }
    }

    /// The same, but for what a user wants otherwise.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn with(mut self, wanted: &Wanted, models: [&Axiomatic; 2]) -> Result<Self, Vec<String>> {
        let mut wrong = Vec::new();
        let mut listed = |option: &str, words: &[String]| -> Vec<String> {
            let words = words.iter().map(|word| word.trim().to_owned());
            let words: Vec<String> = words.collect();
            if words.iter().any(String::is_empty) {
                wrong.push(format!("`{option}` has an empty name"));
            }
            words
        };
        let elements = listed("--with", &wanted.elements);
        let orders = listed("--orders", &wanted.orders);
        let scopes = listed("--scopes", &wanted.scopes);
        let placements = listed("--placements", &wanted.placements);
        if !elements.is_empty() {
            self.elements = read("--with", Element::NAMES, &elements, &mut wrong);
            if !self.elements.contains(&Element::Load) && !self.elements.contains(&Element::Rmw) {
                wrong.push("`--with` has nothing that reads: add ld or rmw".to_owned());
            }
            if !self.elements.contains(&Element::Store) && !self.elements.contains(&Element::Rmw) {
                wrong.push("`--with` has nothing that writes: add st or rmw".to_owned());
            }
        }
        if !orders.is_empty() {
            self.orders = read("--orders", Ordering::NAMES, &orders, &mut wrong);
        }
        if !scopes.is_empty() {
            self.scopes = read("--scopes", SCOPES, &scopes, &mut wrong);
        }
        if !placements.is_empty() {
            self.placements = read("--placements", Near::NAMES, &placements, &mut wrong);
        }
        let mut number =
            |option: &str, value: Option<usize>, most: usize, own: &mut usize| match value {
                None => {}
                Some(value) if (1..=most).contains(&value) => *own = value,
                Some(value) => wrong.push(format!("`{option} {value}` is not from 1 to {most}")),
            };
        number("--threads", wanted.threads, THREADS, &mut self.threads);
        number(
            "--locations",
            wanted.locations,
            LOCATIONS,
            &mut self.locations,
        );
        if wrong.is_empty() {
            self.refused(models, &mut wrong);
        }
        if wrong.is_empty() {
            Ok(self)
        } else {
            Err(wrong)
        }
    }

    /// What some model gives no meaning to.
    fn refused(&self, models: [&Axiomatic; 2], wrong: &mut Vec<String>) {
        let all = |accepts: fn(&Axiomatic) -> bool| models.iter().all(|model| accepts(model));
        if self.elements.contains(&Element::Fence) && !all(|model| model.accepts.fences) {
            wrong.push("one of the models gives fences no meaning: leave fence out".to_owned());
        }
        if all(|model| model.accepts.beyond_ptx) {
            return;
        }
        let orders = self.orders.iter();
        let beyond = orders.filter(|ordering| ordering.remote || ordering.order == Order::Sc);
        let orders = beyond.map(|ordering| ordering.name());
        let scopes = SCOPES
            .iter()
            .filter(|(_, scope)| self.scopes.contains(scope));
        let narrow = scopes.filter(|(_, scope)| matches!(scope, Scope::Thread | Scope::Warp));
        let narrow = narrow.map(|(name, _)| *name);
        for name in orders.chain(narrow) {
            let text =
                format!("one of the models gives `{name}` no meaning: PTX has no such thing");
            wrong.push(text);
        }
    }

    /// Whether something is among the elements.
    #[must_use]
    pub fn has(&self, element: Element) -> bool {
        self.elements.contains(&element)
    }

    /// The orders that a kind of access can have; where none is named, the weakest that there is.
    #[must_use]
    pub fn orders_of(&self, fits: fn(Ordering) -> bool) -> Vec<Ordering> {
        let named: Vec<Ordering> = self
            .orders
            .iter()
            .copied()
            .filter(|&one| fits(one))
            .collect();
        if !named.is_empty() {
            return named;
        }
        let weakest = [plain(Order::Weak), plain(Order::Relaxed)];
        weakest
            .into_iter()
            .filter(|&one| fits(one))
            .take(1)
            .collect()
    }

    /// In words, for the screen.
    #[must_use]
    pub fn told(&self) -> Told {
        let scopes = SCOPES
            .iter()
            .filter(|(_, scope)| self.scopes.contains(scope));
        Told {
            with: self.elements.iter().map(|one| one.name()).collect(),
            fences: match (self.has(Element::Fence), self.light_fences) {
                (false, _) => Vec::new(),
                (true, false) => vec!["sc"],
                (true, true) => vec!["acq_rel", "sc"],
            },
            orders: self.orders.iter().map(|one| one.name()).collect(),
            scopes: scopes.map(|(name, _)| *name).collect(),
            placements: self.placements.iter().map(|one| one.name()).collect(),
            spaces: vec!["global"],
            threads: self.threads,
            locations: self.locations,
        }
    }
}

/// A vocabulary in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Instructions and dependencies.
    pub with: Vec<&'static str>,
    /// Kinds of fences; there is at most one between two accesses.
    pub fences: Vec<&'static str>,
    /// Orders of accesses.
    pub orders: Vec<&'static str>,
    /// Scopes.
    pub scopes: Vec<&'static str>,
    /// How near two threads are.
    pub placements: Vec<&'static str>,
    /// Memory spaces.
    pub spaces: Vec<&'static str>,
    /// The most threads.
    pub threads: usize,
    /// The most locations.
    pub locations: usize,
}

/// The values of names.
fn read<T: Copy + Ord>(
    option: &str,
    names: &'static [(&'static str, T)],
    asked: &[String],
    wrong: &mut Vec<String>,
) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    for word in asked.iter().filter(|word| !word.is_empty()) {
        match names.iter().find(|(name, _)| name == word) {
            Some((_, value)) => {
                found.insert(*value);
            }
            None => {
                let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                let near = nearest(word, known.iter().copied());
                let near =
                    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
                wrong.push(format!(
                    "`{option}` knows no `{word}`{near}; it knows {}",
                    known.join(", ")
                ));
            }
        }
    }
    found
}
