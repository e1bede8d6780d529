//! What could be written at a place.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};

use crate::syntax::read::MAX_BYTES;
use crate::syntax::span::Span;

use super::super::snapshot::{Language, Snapshot};
use super::{model, test};

/// A proposal: what to write, what it is, and what it means.
pub type Proposal<'a> = (&'a str, CompletionItemKind, Option<String>);

/// The proposals for a place.
pub fn completion(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    if on.text().len() as u64 > MAX_BYTES {
        return Vec::new();
    }
    match on.language {
        Language::Litmus => test::completion(on, offset),
        Language::Cat => model::completion(on, offset),
    }
}

/// Proposals for what stands at a place, each once.
pub fn items(on: &Snapshot, span: Span, proposals: Vec<Proposal<'_>>) -> Vec<CompletionItem> {
    let range = on.range(span);
    let mut seen = BTreeSet::new();
    let new = proposals
        .into_iter()
        .filter(|(word, ..)| seen.insert(*word));
    new.map(|(word, kind, meaning)| CompletionItem {
        label: word.to_owned(),
        kind: Some(kind),
        documentation: meaning.map(lsp_types::Documentation::String),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            range,
            word.to_owned(),
        ))),
        ..CompletionItem::default()
    })
    .collect()
}

/// The letters right before a place that such letters belong to.
pub fn begun(text: &str, offset: usize, part: fn(char) -> bool) -> Span {
    let before = text.get(..offset).unwrap_or_default();
    let start = before.trim_end_matches(part).len();
    Span::new(start, offset)
}
