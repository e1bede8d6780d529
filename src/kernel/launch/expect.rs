//! What a launch file says should come out.

use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};
use crate::syntax::toml::{Table, Value, string};

use super::description::Check;
use super::sections::{FILE, FILE_KEYS};

/// A statement about one check, or about all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The check; none for `verdict`.
    pub check: Option<Check>,
    /// The word.
    pub word: Spanned<String>,
}

/// The words that can be expected of a check; of all, where there is none.
#[must_use]
pub const fn expectation_words(check: Option<Check>) -> &'static [&'static str] {
    match check {
        None => &["unsupported", "holds", "violated", "unknown"],
        Some(Check::Races) => &["none", "uniform", "mixed"],
        Some(Check::Robust | Check::Property) => &["yes", "no", "undefined"],
        Some(Check::Asserts) => &["none", "trap"],
        Some(Check::Barriers) => &["none", "divergence", "deadlock"],
        Some(Check::Memory) => &[
            "none",
            "out-of-bounds",
            "misaligned",
            "uninitialised",
            "space",
            "const",
            "nc",
        ],
    }
}

/// Other words that mean the same.
fn synonym(check: Option<Check>, word: &str) -> &str {
    match (check, word) {
        (Some(Check::Races | Check::Barriers | Check::Memory | Check::Asserts), "holds" | "no")
        | (Some(Check::Asserts), "yes") => "none",
        (Some(Check::Asserts), "violated" | "traps") => "trap",
        (Some(Check::Robust | Check::Property), "holds") => "yes",
        (Some(Check::Robust | Check::Property), "violated") => "no",
        (Some(Check::Memory), "uninitialized") => "uninitialised",
        (_, _) => word,
    }
}

/// Reads `[expect]`.
pub fn read(value: &Value<'_>, mistakes: &mut Vec<Diagnostic>) -> Vec<Expectation> {
    const KEYS: [(&str, Option<Check>); 7] = [
        ("verdict", None),
        ("races", Some(Check::Races)),
        ("robust", Some(Check::Robust)),
        ("asserts", Some(Check::Asserts)),
        ("barriers", Some(Check::Barriers)),
        ("memory", Some(Check::Memory)),
        ("property", Some(Check::Property)),
    ];
    let mut table = match Table::of(value, "a table such as `[expect]`") {
        Ok(table) => table,
        Err(mistake) => {
            mistakes.push(mistake);
            return Vec::new();
        }
    };
    table.elsewhere(&FILE_KEYS, FILE);
    let mut found = Vec::new();
    for (key, check) in KEYS {
        let Some(value) = table.get(key) else {
            continue;
        };
        match string(value).and_then(|word| one(check, &word.node, word.span)) {
            Ok(expectation) => found.push(expectation),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    table.finish(mistakes);
    found
}

fn one(check: Option<Check>, word: &str, span: Span) -> Result<Expectation, Diagnostic> {
    let word = synonym(check, word);
    let words = expectation_words(check);
    if words.contains(&word) {
        return Ok(Expectation {
            check,
            word: Spanned::new(word.to_owned(), span),
        });
    }
    let mistake = Diagnostic::new(
        format!("`{word}` cannot be expected"),
        span,
        format!("expected one of {}", words.join(", ")),
    );
    Err(mistake.with_suggestion(word, words.iter().copied()))
}
