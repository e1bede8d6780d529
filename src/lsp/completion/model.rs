//! What could be written in a model.

use lsp_types::{CompletionItem, CompletionItemKind};

use crate::model::cat::explained::keyword;
use crate::model::cat::outline::{Defined, Kind, Outline};
use crate::model::cat::words::{DERIVED, FUNCTIONS, KEYWORDS};
use crate::model::meaning;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::syntax::span::Span;

use super::super::cat_files;
use super::super::snapshot::Snapshot;
use super::proposals::{Proposal, begun, items};

/// So many letters of a definition are shown with its name.
const EXCERPT: usize = 500;

/// The proposals for a place.
pub fn completion(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    let part = |c: char| c.is_alphanumeric() || "_-.'".contains(c);
    let span = begun(on.text(), offset, part);
    let before = on.text().get(..span.start).unwrap_or_default();
    if before.ends_with('^') {
        return behind_caret(on, Span::new(span.start - 1, offset));
    }
    let none = Outline::default();
    let outline = on.analysis().outline.as_ref().unwrap_or(&none);
    // What an included file defines is read where it is included.
    let before = |one: &&Defined| {
        let named = one.kind != Kind::Axiom && one.kind != Kind::Parameter;
        named && cat_files::seen(outline, one.place).end < span.start
    };
    let mut all: Vec<Proposal<'_>> = Vec::new();
    for one in outline.definitions.iter().filter(before) {
        let text = outline.files.get(one.place.file).map(|file| {
            let text = file.source.slice(one.statement);
            text.chars().take(EXCERPT).collect()
        });
        all.push((&one.name, CompletionItemKind::VARIABLE, text));
    }
    let sets = BaseSet::ALL.iter().flat_map(|set| set.names());
    let relations = BaseRelation::ALL.iter().flat_map(|one| one.names());
    let functions = DERIVED.iter().chain(FUNCTIONS).map(|(name, _)| name);
    for name in sets.chain(relations).chain(functions) {
        let meaning = meaning::base(name).map(str::to_owned);
        all.push((name, CompletionItemKind::CONSTANT, meaning));
    }
    for word in KEYWORDS {
        let meaning = keyword(word).map(str::to_owned);
        all.push((word, CompletionItemKind::KEYWORD, meaning));
    }
    items(on, span, all)
}

/// What a `^` can begin.
fn behind_caret(on: &Snapshot, span: Span) -> Vec<CompletionItem> {
    let all = ["^-1", "^+", "^*", "^?"].map(|sign| {
        let meaning = keyword(sign).map(str::to_owned);
        (sign, CompletionItemKind::OPERATOR, meaning)
    });
    items(on, span, all.to_vec())
}
