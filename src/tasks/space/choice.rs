//! A vocabulary as a user gives it: words that stand for instructions, orders, scopes and places.

use super::shape::{Access, Column, Dependency, Fence, Item, Kind, Place, Shape, Strength};
use super::vocabulary::Vocabulary;
use super::words::{BadWord, PLACEMENTS, SCOPES, meant};
use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::program::load;
use crate::syntax::ast::{Order, Space};
use crate::syntax::print::{self, Style};

/// What a user says of a vocabulary; what is not said stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// `ld`, `st`, `rmw`, `fence`, `addr`, `data`, `ctrl`.
    pub with: Vec<String>,
    /// `weak`, `relaxed`, `acquire`, `release`, `acq_rel`, `sc`.
    pub orders: Vec<String>,
    /// `thread`, `warp`, `cta`, `gpu`, `sys`.
    pub scopes: Vec<String>,
    /// `warp`, `cta`, `gpu`, `sys`.
    pub placements: Vec<String>,
    /// `global`, `shared`.
    pub spaces: Vec<String>,
    /// The most threads.
    pub threads: Option<usize>,
    /// The most locations.
    pub locations: Option<usize>,
}

/// What is wrong with a choice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadChoice {
    /// A word that is none of those.
    #[error(transparent)]
    Word(#[from] BadWord),
    /// No program accesses anything.
    #[error("`--with` leaves no access: it needs at least one of ld, st, rmw")]
    NoAccess,
    /// A model does not accept it.
    #[error("{model} gives {what} no meaning: {advice}")]
    Refused {
        /// The model.
        model: String,
        /// What it refuses.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },
}

const WITH: [&str; 7] = ["ld", "st", "rmw", "fence", "addr", "data", "ctrl"];

const ORDERS: [(&str, Order); 6] = [
    ("weak", Order::Weak),
    ("relaxed", Order::Relaxed),
    ("acquire", Order::Acquire),
    ("release", Order::Release),
    ("acq_rel", Order::AcqRel),
    ("sc", Order::Sc),
];

const SPACES: [(&str, Space); 2] = [("global", Space::Global), ("shared", Space::Shared)];

/// The things of some words, in the order of the table.
fn chosen<T: Copy>(
    option: &'static str,
    words: &[String],
    table: &[(&'static str, T)],
) -> Result<Vec<T>, BadWord> {
    for word in words {
        meant(option, word, table)?;
    }
    let said = |name: &str| words.iter().any(|word| word.trim() == name);
    let found = table.iter().filter(|(name, _)| said(name));
    Ok(found.map(|&(_, thing)| thing).collect())
}

impl Vocabulary {
    /// The vocabulary with what a user says of it, which all of these models must accept.
    ///
    /// # Errors
    ///
    /// A word is unknown, nothing is left, or a model gives something no meaning.
    pub fn choose(self, choice: &Choice, models: &[&Model]) -> Result<Self, BadChoice> {
        let mut new = self;
        if !choice.with.is_empty() {
            new.with(choice)?;
        }
        let scopes = chosen("--scopes", &choice.scopes, &SCOPES)?;
        if !scopes.is_empty() {
            new.scopes = scopes;
        }
        let orders = chosen("--orders", &choice.orders, &ORDERS)?;
        if !orders.is_empty() {
            new.order(&orders);
        }
        let placements = chosen("--placements", &choice.placements, &PLACEMENTS)?;
        if !placements.is_empty() {
            new.placements = placements;
        }
        let spaces = chosen("--spaces", &choice.spaces, &SPACES)?;
        if !spaces.is_empty() {
            new.spaces = spaces;
        }
        new.threads = choice.threads.unwrap_or(new.threads);
        new.locations = choice.locations.unwrap_or(new.locations);
        for model in models {
            new.accepted(model)?;
        }
        Ok(new)
    }

    fn with(&mut self, choice: &Choice) -> Result<(), BadChoice> {
        let said = chosen("--with", &choice.with, &WITH.map(|word| (word, word)))?;
        let has = |word: &str| said.contains(&word);
        self.kinds = [("st", Kind::Store), ("ld", Kind::Load), ("rmw", Kind::Rmw)]
            .into_iter()
            .filter_map(|(word, kind)| has(word).then_some(kind))
            .collect();
        if self.kinds.is_empty() {
            return Err(BadChoice::NoAccess);
        }
        if !has("fence") {
            self.fences.clear();
        } else if self.fences.is_empty() {
            self.fences.push(Strength::Sc);
        }
        self.dependencies = [
            ("addr", Dependency::Addr),
            ("data", Dependency::Data),
            ("ctrl", Dependency::Ctrl),
        ]
        .into_iter()
        .filter_map(|(word, kind)| has(word).then_some(kind))
        .collect();
        Ok(())
    }

    /// Only these orders, where an access can have them; it is weak, or relaxed, otherwise.
    fn order(&mut self, orders: &[Order]) {
        let only = |possible: &[Order], least: Order| {
            let fits = |order: &&Order| possible.contains(order);
            let found: Vec<Order> = orders.iter().filter(fits).copied().collect();
            if found.is_empty() { vec![least] } else { found }
        };
        let (weak, relaxed, sc) = (Order::Weak, Order::Relaxed, Order::Sc);
        self.loads = only(&[weak, relaxed, Order::Acquire, sc], weak);
        self.stores = only(&[weak, relaxed, Order::Release, sc], weak);
        let rmws = [relaxed, Order::Acquire, Order::Release, Order::AcqRel, sc];
        self.rmws = only(&rmws, relaxed);
    }

    /// Whether a model gives every instruction a meaning.
    fn accepted(&self, model: &Model) -> Result<(), BadChoice> {
        let mut refused = self
            .items()
            .into_iter()
            .filter_map(|item| refuses(model, item));
        match refused.next() {
            None => Ok(()),
            Some(refused) => Err(BadChoice::Refused {
                model: model.name.clone(),
                what: refused.what,
                advice: refused.advice,
            }),
        }
    }

    /// Every instruction that there is, but for locations and dependencies.
    #[must_use]
    pub fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for &scope in &self.scopes {
            for &kind in &self.kinds {
                for &order in self.orders(kind) {
                    items.push(Item::Access(Access {
                        kind,
                        link: None,
                        order,
                        scope: (order != Order::Weak).then_some(scope),
                        location: 0,
                    }));
                }
            }
            for &strength in &self.fences {
                items.push(Item::Fence(Fence { strength, scope }));
            }
        }
        items
    }
}

/// What a model refuses of an instruction; none if it gives it a meaning.
#[must_use]
pub fn refuses(model: &Model, item: Item) -> Option<Unsupported> {
    let place = Place {
        gpu: 0,
        cta: 0,
        warp: 0,
    };
    let shape = Shape {
        columns: vec![Column {
            place,
            items: vec![item],
        }],
        spaces: vec![Space::Global],
    };
    let text = print::print(&shape.test("vocabulary", None), &Style::default());
    let program = load("vocabulary.litmus", &text).ok()?;
    model.refuses(&program)
}
