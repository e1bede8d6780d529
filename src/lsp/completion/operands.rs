//! Where only some words can stand: proxies of declarations, labels behind jumps.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind};

use crate::model::meaning;
use crate::syntax::print::plain;
use crate::syntax::span::Span;
use crate::syntax::words::{Word, Writing, proxies, words};

use super::super::sketch::{Kind, Sketch};
use super::super::snapshot::Snapshot;
use super::proposals::{Proposal, items};

/// The instructions that jump, and how many operands stand before the label.
const JUMPS: [(&str, usize); 8] = [
    ("bra", 0),
    ("goto", 0),
    ("beq", 2),
    ("bne", 2),
    ("blt", 2),
    ("ble", 2),
    ("bgt", 2),
    ("bge", 2),
];

/// The proposals where nothing else can stand; none elsewhere.
pub fn alone(on: &Snapshot, span: Span, part: Writing) -> Option<Vec<CompletionItem>> {
    let before = on.text().get(..span.start).unwrap_or_default();
    // Words are apart.
    if before.ends_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let before = plain(before);
    match part {
        Writing::Init => alias(on, span, &before),
        Writing::Rows => jump(&before).then(|| labels(on, span)),
        Writing::Opening | Writing::Header | Writing::Claim => None,
    }
}

/// What stands behind the `@` of a declaration: a proxy, and `aliases`.
fn alias(on: &Snapshot, span: Span, before: &str) -> Option<Vec<CompletionItem>> {
    let declaration = before.rsplit([';', '{']).next()?;
    let (_, behind) = declaration.split_once('@')?;
    let word = |word| (word, CompletionItemKind::KEYWORD, meaning::modifier(word));
    let all: Vec<Proposal<'_>> = match behind.split_whitespace().count() {
        0 => proxies().map(word).collect(),
        1 => vec![word("aliases")],
        2 => return Some(locations(on, span)),
        _ => Vec::new(),
    };
    Some(items(on, span, all))
}

/// The locations that are declared, however wrong the rest of the text is.
fn locations(on: &Snapshot, span: Span) -> Vec<CompletionItem> {
    let sketch = Sketch::of(on.text());
    let parts = sketch.iter().flat_map(|sketch| &sketch.parts);
    let own = parts.filter(|part| part.kind == Kind::Location);
    let names: BTreeSet<&str> = own.map(|part| on.source.slice(part.name)).collect();
    let all = names.into_iter();
    let all = all.map(|name| (name, CompletionItemKind::VARIABLE, None));
    items(on, span, all.collect())
}

/// Whether a label comes next.
fn jump(before: &str) -> bool {
    let cell = before.rsplit(['|', ';']).next().unwrap_or_default();
    let mut cell = cell.trim_start();
    if cell.starts_with('@') {
        cell = cell
            .split_once(char::is_whitespace)
            .map_or("", |(_, rest)| rest.trim_start());
    }
    let (opcode, operands) = cell.split_once(char::is_whitespace).unwrap_or((cell, ""));
    let opcode = opcode.split('.').next().unwrap_or_default();
    let commas = operands.matches(',').count();
    let open = operands.trim().is_empty() || operands.trim_end().ends_with(',');
    open && JUMPS
        .iter()
        .any(|(name, number)| *name == opcode && *number == commas)
}

fn labels(on: &Snapshot, span: Span) -> Vec<CompletionItem> {
    let all = words(on.text()).into_iter();
    // What is just being written is no label yet.
    let other = |place: &Span| place.start > span.end || span.start > place.end;
    let all = all.filter(|(word, place)| *word == Word::Label && other(place));
    let names: BTreeSet<&str> = all.map(|(_, place)| on.source.slice(place)).collect();
    let names = names.into_iter();
    let all = names.map(|name| (name, CompletionItemKind::REFERENCE, None));
    items(on, span, all.collect())
}
