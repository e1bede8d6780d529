//! What a smaller test must still have.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::edit::{Name, mentions};
use crate::syntax::ast::{Column, Condition, Test};
use crate::syntax::diagnostic::nearest;

/// Something that stays.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Keep {
    /// A thread, by its number.
    Thread(u32),
    /// Every instruction that names a location or register; of one thread, or of all.
    Named(Option<u32>, String),
}

/// Something was to be kept that the test does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("nothing in the test is called `{asked}`{near}; write P0, lock, or P0:lock", near = suggestion(.near.as_ref()))]
pub struct KeepError {
    asked: String,
    near: Option<String>,
}

fn suggestion(near: Option<&String>) -> String {
    near.map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

/// What stays, with what there was of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keeping {
    asked: Vec<(Keep, BTreeMap<u32, usize>)>,
    /// The registers and locations that the condition spoke of, where they stay.
    condition: Option<BTreeSet<Name>>,
}

impl Keeping {
    /// What is asked for: `P0` a thread, `lock` all that names a location, `P0:lock` all of a thread
    /// that names it.
    ///
    /// # Errors
    ///
    /// The test has nothing of a name.
    pub fn read(test: &Test, asked: &[String]) -> Result<Self, KeepError> {
        let mut keeping = Self::default();
        for text in asked {
            let keep = read(test, text.trim())?;
            let uses = uses(test, &keep);
            keeping.asked.push((keep, uses));
        }
        Ok(keeping)
    }

    /// The same, and the registers and locations that the condition speaks of stay in it.
    #[must_use]
    pub(super) fn and_condition_of(self, test: &Test) -> Self {
        Self {
            condition: Some(subjects(test)),
            ..self
        }
    }

    /// Whether a smaller test has it still.
    #[must_use]
    pub fn allows(&self, test: &Test) -> bool {
        let subjects_stay = self
            .condition
            .as_ref()
            .is_none_or(|before| before.is_subset(&subjects(test)));
        subjects_stay
            && self.asked.iter().all(|(keep, before)| {
                let threads = test.threads.iter();
                match keep {
                    Keep::Thread(number) => threads.map(number_of).any(|other| other == *number),
                    Keep::Named(..) => uses(test, keep) == *before,
                }
            })
    }
}

const fn number_of(column: &Column) -> u32 {
    column.number.node
}

fn read(test: &Test, text: &str) -> Result<Keep, KeepError> {
    let unknown = |near: Option<String>| KeepError {
        asked: text.to_owned(),
        near,
    };
    let threads: Vec<String> = test
        .threads
        .iter()
        .map(|column| format!("P{}", number_of(column)))
        .collect();
    let thread = |name: &str| {
        let number = name.strip_prefix('P')?.parse().ok()?;
        test.threads
            .iter()
            .any(|column| number_of(column) == number)
            .then_some(number)
    };
    let (own, name) = match text.split_once(':') {
        Some((own, name)) => {
            let near = || nearest(own.trim(), threads.iter().map(String::as_str));
            let number = thread(own.trim());
            let number = number.ok_or_else(|| unknown(near().map(str::to_owned)))?;
            (Some(number), name.trim())
        }
        None => match thread(text) {
            Some(number) => return Ok(Keep::Thread(number)),
            None => (None, text),
        },
    };
    let name = name.strip_prefix('%').unwrap_or(name);
    let keep = Keep::Named(own, name.to_owned());
    if uses(test, &keep).is_empty() {
        let names: Vec<String> = mentions(test).into_iter().filter_map(called).collect();
        let all = names.iter().chain(&threads).map(String::as_str);
        return Err(unknown(nearest(name, all).map(str::to_owned)));
    }
    Ok(keep)
}

fn called(name: Name) -> Option<String> {
    match name {
        Name::Location(name) | Name::Register(_, name) => Some(name),
        Name::Label(..) => None,
    }
}

/// How many instructions of each thread name it.
fn uses(test: &Test, keep: &Keep) -> BTreeMap<u32, usize> {
    let Keep::Named(own, wanted) = keep else {
        return BTreeMap::new();
    };
    let mut found = BTreeMap::new();
    for column in &test.threads {
        let number = number_of(column);
        if own.is_some_and(|own| own != number) {
            continue;
        }
        for cell in &column.cells {
            let alone = Test {
                init: Vec::new(),
                threads: vec![Column {
                    cells: vec![cell.clone()],
                    ..column.clone()
                }],
                filter: None,
                condition: Condition::Literal(true, test.condition.span()),
                ..test.clone()
            };
            let mut names = mentions(&alone).into_iter().filter_map(called);
            if names.any(|name| name == *wanted) {
                *found.entry(number).or_default() += 1;
            }
        }
    }
    found
}

/// What the condition of a test speaks of.
fn subjects(test: &Test) -> BTreeSet<Name> {
    mentions(&Test {
        init: Vec::new(),
        threads: Vec::new(),
        filter: None,
        ..test.clone()
    })
}
