//! Locations that are not declared and that may be misspelt ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::ast::{Declaration, Ident, InitialValue, Statement, Test};
use crate::syntax::diagnostic::Diagnostic;

use super::locations::Locations;
use super::unused::memory;

impl Locations {
    /// What is to be said of locations that are only used, where one with nearly their name is declared: a misspelt
    /// flag is one that nobody sets, and the test holds for no reason.
    ///
    /// That several threads name it is a sign that it is meant, unless nobody names the declared one.
    pub(super) fn misspelt(&self, test: &Test) -> Vec<Diagnostic> {
        let declared = declared(test);
        let doubtful = |name: &str| self.doubtful.iter().any(|(_, one)| one.node == name);
        let used = uses(test)
            .into_iter()
            .filter(|(name, _)| self.contains(name) && !declared.contains(name) && !doubtful(name));
        let warned = used.filter_map(|(name, uses)| {
            let (first, by) = uses.first()?;
            let alone = uses.iter().all(|(_, other)| other == by);
            let near = declared.iter().find(|one| is_slip(one, name))?;
            let forgotten = self.unused.iter().any(|one| one.text == *near);
            (alone || forgotten).then(|| warning(first, *by, near))
        });
        warned.collect()
    }
}

fn warning(name: &Ident, thread: Option<u32>, near: &str) -> Diagnostic {
    let text = &name.node;
    let by = thread.map_or_else(|| "this".to_owned(), |number| format!("P{number}"));
    Diagnostic::new(
        format!(
            "`{text}` is not in the init block: it is a location of its own, which starts as 0"
        ),
        name.span,
        format!("{by} names it, and `{near}` is declared"),
    )
    .as_warning()
    .with_declaration(format!("{text} = 0;"))
    .with_near(text, near)
}

/// Whether one word is the other with a slip that hardly makes another word: letters in another case, two letters that have changed places,
/// or one too few or too many within. Names that differ at their ends (`flag`, `flags`), in a letter (`left`, `lest`), or in
/// their numbers, are names of their own.
fn is_slip(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let letters = |text: &str| {
        text.chars()
            .filter(char::is_ascii_alphabetic)
            .collect::<String>()
    };
    let (some, others) = (letters(&one), letters(&other));
    if some.len() < 3 || others.len() < 3 {
        return false;
    }
    if one == other {
        return true;
    }
    let sorted = |text: &str| {
        let mut all: Vec<char> = text.chars().collect();
        all.sort_unstable();
        all
    };
    let ends = |text: &str| (text.chars().next(), text.chars().last());
    let swapped = sorted(&one) == sorted(&other);
    let within = one.len() != other.len() && ends(&one) == ends(&other);
    some != others && (swapped || within) && strsim::damerau_levenshtein(&one, &other) == 1
}

/// The names that the init block declares.
fn declared(test: &Test) -> BTreeSet<&str> {
    let names = test.init.iter().filter_map(|one| match &one.node {
        Declaration::Location { name, .. } | Declaration::Alias { name, .. } => Some(&*name.node),
        Declaration::Register { .. } => None,
    });
    names.collect()
}

/// Each name of a location, with its places and the threads that name it there; none for an alias.
fn uses(test: &Test) -> BTreeMap<&str, Vec<(&Ident, Option<u32>)>> {
    let init = test.init.iter().filter_map(|one| match &one.node {
        Declaration::Alias { target, .. } => Some((target, None)),
        Declaration::Register {
            thread,
            value: InitialValue::AddressOf(name),
            ..
        } => Some((name, Some(thread.node))),
        Declaration::Register { .. } | Declaration::Location { .. } => None,
    });
    let threads = test.threads.iter().flat_map(|column| {
        let cells = column.cells.iter().filter_map(|cell| match &cell.node {
            Statement::Instruction { operation, .. } => memory(operation),
            Statement::Label(_) => None,
        });
        cells.map(|(address, _)| (&address.name, Some(column.number.node)))
    });
    let mut all: BTreeMap<&str, Vec<(&Ident, Option<u32>)>> = BTreeMap::new();
    for (name, thread) in init.chain(threads) {
        all.entry(&name.node).or_default().push((name, thread));
    }
    all
}
