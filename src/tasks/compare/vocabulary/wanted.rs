//! What a user wants instead of the usual vocabulary.

use std::collections::BTreeSet;

use crate::model::Model;
use crate::model::accepts::Accepts;
use crate::syntax::ast::{Order, Scope};
use crate::syntax::print::Spelling;
use crate::tasks::space::{PLACEMENTS, SCOPES, meant};

use super::words::{Element, Ordering};
use super::{LOCATIONS, THREADS, Vocabulary};

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

impl Vocabulary {
    /// The same, but for what a user wants otherwise.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn with(mut self, wanted: &Wanted, models: [&Model; 2]) -> Result<Self, Vec<String>> {
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
            let before = wrong.len();
            self.elements = read("--with", Element::NAMES, &elements, &mut wrong);
            if wrong.len() == before {
                wrong.extend(self.lacks());
            }
        }
        if !orders.is_empty() {
            self.orders = read("--orders", Ordering::NAMES, &orders, &mut wrong);
        }
        if !scopes.is_empty() {
            self.scopes = read("--scopes", &SCOPES, &scopes, &mut wrong);
        }
        if !placements.is_empty() {
            self.placements = read("--placements", &PLACEMENTS, &placements, &mut wrong);
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

    /// What tests cannot do without.
    fn lacks(&self) -> Option<String> {
        // Without reads, what is left in memory tells.
        let writes = self.has(Element::Store) || self.has(Element::Rmw);
        (!writes).then(|| "`--with` has nothing that writes: add st or rmw".to_owned())
    }

    /// What some model gives no meaning to.
    fn refused(&self, models: [&Model; 2], wrong: &mut Vec<String>) {
        if self.has(Element::Fence)
            && let Some(who) = lacking(models, |accepts| accepts.fences)
        {
            wrong.push(format!(
                "{who} fences no meaning: leave fence out of `--with`"
            ));
        }
        let Some(who) = lacking(models, |accepts| accepts.beyond_ptx) else {
            return;
        };
        let orders = self.orders.iter();
        let beyond = orders.filter(|ordering| ordering.remote || ordering.order == Order::Sc);
        let orders = beyond.map(|ordering| ordering.name());
        let scopes = self.scopes.iter().copied();
        let narrow = scopes.filter(|scope| matches!(scope, Scope::Thread | Scope::Warp));
        let narrow = narrow.map(|scope| Spelling::Ptx.scope(scope));
        for name in orders.chain(narrow) {
            wrong.push(format!("{who} `{name}` no meaning: PTX has no such thing"));
        }
    }
}

/// `ptx-7.5 gives`, or `ptx-6.0 and ptx-7.5 give`: the models that do not accept something, if there are some.
fn lacking(models: [&Model; 2], accepts: fn(&Accepts) -> bool) -> Option<String> {
    let lacks = |model: &&Model| model.axiomatic().is_some_and(|one| !accepts(&one.accepts));
    let names = models.into_iter().filter(lacks);
    let names: Vec<&str> = names.map(|model| model.name.as_str()).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("{one} gives")),
        several => Some(format!("{} give", several.join(" and "))),
    }
}

/// The values of names.
fn read<T: Copy + Ord>(
    option: &'static str,
    names: &[(&'static str, T)],
    asked: &[String],
    wrong: &mut Vec<String>,
) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    for word in asked.iter().filter(|word| !word.is_empty()) {
        match meant(option, word, names) {
            Ok(value) => {
                found.insert(value);
            }
            Err(error) => wrong.push(error.to_string()),
        }
    }
    found
}
