//! Words that users choose from: one table for each option, and what is said of a word that is in none.

use super::vocabulary::Level;
use crate::syntax::ast::Scope;
use crate::syntax::diagnostic::nearest;

/// The scopes by name, narrow ones first.
pub const SCOPES: [(&str, Scope); 5] = [
    ("thread", Scope::Thread),
    ("warp", Scope::Warp),
    ("cta", Scope::Cta),
    ("gpu", Scope::Gpu),
    ("sys", Scope::Sys),
];

/// What two threads may share, by name, near ones first.
pub const PLACEMENTS: [(&str, Level); 4] = [
    ("warp", Level::Warp),
    ("cta", Level::Cta),
    ("gpu", Level::Gpu),
    ("sys", Level::Sys),
];

/// A word that is none of those that an option takes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{option}` knows no `{word}`{}; it takes {}", near(.word, .known), .known.join(", "))]
pub struct BadWord {
    /// Where it stands.
    pub option: &'static str,
    /// The word.
    pub word: String,
    /// What it could be.
    pub known: Vec<&'static str>,
}

fn near(word: &str, known: &[&'static str]) -> String {
    nearest(word, known.iter().copied())
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

/// What a word stands for.
///
/// # Errors
///
/// The table has no such word.
pub fn meant<T: Copy>(
    option: &'static str,
    word: &str,
    table: &[(&'static str, T)],
) -> Result<T, BadWord> {
    let found = table.iter().find(|(name, _)| *name == word.trim());
    found.map(|&(_, thing)| thing).ok_or_else(|| BadWord {
        option,
        word: word.trim().to_owned(),
        known: table.iter().map(|(name, _)| *name).collect(),
    })
}
