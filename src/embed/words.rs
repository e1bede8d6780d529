//! The words of both languages with their meanings, for editors that complete and explain them.

use serde::Serialize;

use crate::model::cat::explained::keyword;
use crate::model::cat::words::{DERIVED, FUNCTIONS, KEYWORDS};
use crate::model::meaning;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::syntax::words::{mnemonics, orders, scopes};

use super::request::told;

#[derive(Serialize)]
struct Words {
    test: Vec<Entry>,
    model: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    word: &'static str,
    kind: Kind,
    /// In Markdown, with nothing of it but code in backticks.
    #[serde(skip_serializing_if = "Option::is_none")]
    meaning: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The first part of an instruction.
    Mnemonic,
    /// What follows a dot of it.
    Modifier,
    /// A word of a condition, or of a statement of a model.
    Keyword,
    /// A set, a relation or a function that every execution has.
    Base,
}

/// The words of tests (`test`) and of models (`model`), each with its `kind` (`mnemonic`, `modifier`, `keyword`,
/// `base`) and its `meaning`, as the language server tells them.
#[must_use]
pub fn words() -> String {
    told(Ok(Words {
        test: of_test(),
        model: of_model(),
    }))
}

fn of_test() -> Vec<Entry> {
    let mnemonics = mnemonics().iter().map(|&word| Entry {
        word,
        kind: Kind::Mnemonic,
        meaning: meaning::mnemonic(word).map(str::to_owned),
    });
    let modifiers = orders().iter().chain(scopes()).map(|&word| Entry {
        word,
        kind: Kind::Modifier,
        meaning: meaning::modifier(word),
    });
    let claims = meaning::CLAIMS.iter().chain(&["terminates"]);
    let claims = claims.map(|&word| Entry {
        word,
        kind: Kind::Keyword,
        meaning: meaning::claim(word).map(str::to_owned),
    });
    mnemonics.chain(modifiers).chain(claims).collect()
}

fn of_model() -> Vec<Entry> {
    let sets = BaseSet::ALL.iter().flat_map(|set| set.names());
    let relations = BaseRelation::ALL.iter().flat_map(|one| one.names());
    let functions = DERIVED.iter().chain(FUNCTIONS).map(|(name, _)| name);
    let base = sets.chain(relations).chain(functions).map(|&word| Entry {
        word,
        kind: Kind::Base,
        meaning: meaning::base(word).map(str::to_owned),
    });
    let keywords = KEYWORDS.iter().map(|&word| Entry {
        word,
        kind: Kind::Keyword,
        meaning: keyword(word).map(str::to_owned),
    });
    base.chain(keywords).collect()
}
