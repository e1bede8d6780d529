//! Which tests are looked at, where nobody names any: sizes and vocabularies unless said otherwise.

use crate::model::Model;
use crate::model::registry::built_in;
use crate::tasks::space::{BadChoice, Choice, Vocabulary, Whole};

use super::vocabulary::{LOCATIONS, THREADS};

/// How large tests are that are searched as formulas, unless said otherwise.
pub const EVENTS: u8 = 6;

/// How large tests are that are asked one by one, unless said otherwise.
pub const EVENTS_ONE_BY_ONE: u8 = 4;

/// Why the enumerator cannot search tests as formulas.
pub const FORMULAS_SOLVE: &str = "`compare` needs a solver, to search all tests";

/// Why no engine is chosen where tests are asked one by one.
pub const WALK_SOLVES: &str =
    "`compare` takes the fastest engine by itself, and confirms by the solver what it shows";

/// Why no engine is chosen where all models are asked.
pub const DIAGRAM_SOLVES: &str =
    "`compare --all-models` takes the fastest engine by itself, and confirms by the solver";

/// What is wrong with two models that are one, but for a mapping.
#[must_use]
pub fn alike(first: &Model, second: &Model) -> Option<String> {
    let name = &first.name;
    (name == &second.name).then(|| format!("`compare` needs two models, and both are `{name}`"))
}

/// Why there is no `--all` where tests are asked one by one: of what, and what to do instead.
#[must_use]
pub fn shows_one((first, second): (&Model, &Model), mapped: bool) -> String {
    let names = [first, second]
        .into_iter()
        .filter(|model| model.machine().is_some());
    let names: Vec<&str> = names.map(|model| model.name.as_str()).collect();
    let what = match names.as_slice() {
        _ if mapped => "a mapping is searched".to_owned(),
        [one] => format!("{one} is a machine, which is asked"),
        several => format!("{} are machines, which are asked", several.join(" and ")),
    };
    format!(
        "`--all` is for two models with axioms: {what} test by test, up to the smallest that tells; leave `--all` out, or narrow what \
         tests contain to see another"
    )
}

/// Why tests without a race are all tests, where no model tells what a race is.
#[must_use]
pub fn no_races((first, second): (&Model, &Model)) -> Option<String> {
    let (one, other) = (&first.name, &second.name);
    let none = ![first, second].into_iter().any(tells_races);
    none.then(|| {
        format!("`--race-free`: neither {one} nor {other} tells what a race is: leave it out")
    })
}

/// Whether a model tells what a race is.
#[must_use]
pub fn tells_races(model: &Model) -> bool {
    model.promises_nothing_of_races() || flags_races(model)
}

/// Whether a model flags races, and promises something of them all the same.
#[must_use]
pub fn flags_races(model: &Model) -> bool {
    let axioms = model.axiomatic();
    axioms.is_some_and(|axioms| axioms.data_race_flag().is_some())
}

/// What tests contain that are asked one by one of two models, or of a compiler mapping from the one to the other.
///
/// # Errors
///
/// A word is unknown, nothing is left, or a model gives something no meaning.
pub fn of_two(
    (first, second): (&Model, &Model),
    mapped: bool,
    choice: &Choice,
) -> Result<Vocabulary, BadChoice> {
    let (usual, models) = if mapped {
        // Where threads are matters if it does to one of them.
        let placements = Vocabulary::of(&[first, second]).placements;
        let usual = Vocabulary {
            placements,
            ..Vocabulary::of(&[first])
        };
        (usual, vec![first])
    } else {
        (Vocabulary::of(&[first, second]), vec![first, second])
    };
    let usual = Vocabulary {
        whole: Whole::Joined,
        ..usual
    };
    usual.choose(choice, &models)
}

/// What tests contain that all models are asked about: what all of them accept, unless said otherwise.
///
/// # Errors
///
/// A word is unknown, or nothing is left.
pub fn of_all(choice: &Choice) -> Result<Vocabulary, BadChoice> {
    let all: Vec<&Model> = built_in().iter().collect();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let few = Choice {
        with: words(&["ld", "st"]),
        orders: words(&["weak"]),
        scopes: words(&["gpu"]),
        ..Choice::default()
    };
    let usual = Vocabulary {
        whole: Whole::Joined,
        ..Vocabulary::of(&all)
    };
    usual.choose(&few, &[])?.choose(choice, &[])
}

/// What is wrong with the memory spaces of tests that are searched as formulas.
#[must_use]
pub fn spaces(words: &[String]) -> Vec<String> {
    let unknown = words.iter().filter(|space| *space != "global");
    unknown
        .map(|space| format!("`--spaces` knows no `{space}`; tests are searched with global only"))
        .collect()
}

/// What is wrong with the numbers of threads and locations.
#[must_use]
pub fn numbers(choice: &Choice) -> Vec<String> {
    let both = [
        ("--threads", choice.threads, THREADS),
        ("--locations", choice.locations, LOCATIONS),
    ];
    let wrong = both.into_iter().filter_map(|(option, value, most)| {
        let value = value.filter(|value| !(1..=most).contains(value))?;
        Some(format!("`{option} {value}` is not from 1 to {most}"))
    });
    wrong.collect()
}
