//! What the tests that are searched may contain.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::syntax::ast::{Order, Scope};
use crate::syntax::print::Spelling;
use crate::tasks::space::Level;

use super::words::{Element, Ordering, plain};

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
    pub placements: BTreeSet<Level>,
    /// The most threads.
    pub threads: usize,
    /// The most locations.
    pub locations: usize,
}

impl Vocabulary {
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
        Told {
            with: self.elements.iter().map(|one| one.name()).collect(),
            fences: match (self.has(Element::Fence), self.light_fences) {
                (false, _) => Vec::new(),
                (true, false) => vec!["sc"],
                (true, true) => vec!["acq_rel", "sc"],
            },
            orders: self.orders.iter().map(|one| one.name()).collect(),
            scopes: self
                .scopes
                .iter()
                .map(|&scope| Spelling::Ptx.scope(scope))
                .collect(),
            placements: self.placements.iter().map(|one| one.name()).collect(),
            spaces: vec!["global"],
            threads: self.threads,
            locations: self.locations,
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, words) in [
            ("with", &self.with),
            ("fences", &self.fences),
            ("orders", &self.orders),
            ("scopes", &self.scopes),
            ("placements", &self.placements),
            ("spaces", &self.spaces),
        ] {
            write!(out, "{what} {}; ", words.join(","))?;
        }
        write!(
            out,
            "{} threads, {} locations",
            self.threads, self.locations
        )
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
