//! A vocabulary in words.

use std::fmt;

use super::shape::{Dependency, Kind, Strength};
use super::vocabulary::{Vocabulary, Whole};
use crate::syntax::ast::Space;
use crate::syntax::print::{self, Spelling};

impl Vocabulary {
    /// In a line, for diagnostics.
    #[must_use]
    pub fn line(&self) -> String {
        let text = self.to_string();
        let lines = text.lines();
        let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("; ")
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
        let scopes = self.scopes.iter().map(|&scope| Spelling::Ptx.scope(scope));
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
        let whole = match self.whole {
            Whole::Twice => ", each written, accessed twice; they join all threads",
            Whole::Joined => "; they join all threads",
            Whole::Apart => "",
        };
        write!(
            f,
            "locations   up to {}, {}{whole}",
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
