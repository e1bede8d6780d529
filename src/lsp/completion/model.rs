//! What could be written in a model.

use std::collections::BTreeSet;
use std::path::Path;

use lsp_types::{CompletionItem, CompletionItemKind};

use crate::model::cat::explained::keyword;
use crate::model::cat::outline::{Defined, Kind, Outline};
use crate::model::cat::words::{DERIVED, FUNCTIONS, KEYWORDS, OPTIONS};
use crate::model::cat::written::{Inside, inside, parameters};
use crate::model::cat::{canonical, shipped_files};
use crate::model::meaning;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::syntax::span::Span;

use super::super::cat_files;
use super::super::snapshot::Snapshot;
use super::proposals::{Proposal, begun, items};

/// So many letters of a definition are shown with its name.
const EXCERPT: usize = 500;

/// So many files of a folder are looked at.
const MOST: usize = 500;

/// The proposals for a place.
pub fn completion(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    let part = |c: char| c.is_alphanumeric() || "_-.'".contains(c);
    let written = on.text().get(..offset).unwrap_or_default();
    let span = begun(on.text(), offset, part);
    match inside(written) {
        Inside::Comment | Inside::Text(_, false) => return Vec::new(),
        Inside::Text(place, true) => return files(on, Span::new(place.start + 1, offset)),
        Inside::Option => return options(on, span),
        Inside::Included => return in_quotes(on, span),
        Inside::Defined(first) => {
            let word = (
                "rec",
                CompletionItemKind::KEYWORD,
                keyword("rec").map(str::to_owned),
            );
            return items(on, span, first.then_some(word).into_iter().collect());
        }
        Inside::Code => {}
    }
    let before = on.text().get(..span.start).unwrap_or_default();
    if before.ends_with('^') {
        return behind_caret(on, Span::new(span.start - 1, offset));
    }
    let none = Outline::default();
    let outline = on.analysis().outline.as_ref().unwrap_or(&none);
    // What an included file defines is read where it is included.
    let earlier = |one: &&Defined| {
        let named = one.kind != Kind::Axiom && one.kind != Kind::Parameter;
        named && cat_files::seen(outline, one.place).end < span.start
    };
    let mut all: Vec<Proposal<'_>> = Vec::new();
    for name in parameters(before) {
        let text = Some("a parameter of this definition".to_owned());
        all.push((name, CompletionItemKind::VARIABLE, text));
    }
    for one in outline.definitions.iter().filter(earlier) {
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

/// The options of models.
fn options(on: &Snapshot, span: Span) -> Vec<CompletionItem> {
    let all = OPTIONS.iter().map(|(name, meaning)| {
        let meaning = Some((*meaning).to_owned());
        (*name, CompletionItemKind::PROPERTY, meaning)
    });
    items(on, span, all.collect())
}

/// The same with their quotes, where nothing of these is written yet.
fn in_quotes(on: &Snapshot, span: Span) -> Vec<CompletionItem> {
    let all = files(on, Span::new(span.end, span.end));
    let names: Vec<String> = all.iter().map(|one| format!("\"{}\"", one.label)).collect();
    let whole = names.iter().filter(|name| !name.ends_with("/\""));
    let whole = whole.map(|name| (name.as_str(), CompletionItemKind::FILE, None));
    items(on, span, whole.collect())
}

/// The models that could be included: those beside the text, those open there, and those that come with the language.
fn files(on: &Snapshot, span: Span) -> Vec<CompletionItem> {
    let written = on.source.slice(span);
    let folder = written.rfind('/').and_then(|at| written.get(..=at));
    let folder = folder.unwrap_or_default();
    let mut names: BTreeSet<String> = BTreeSet::new();
    if let Some(own) = on.path.as_deref().and_then(Path::parent) {
        let there = own.join(folder);
        names.extend(
            beside(on, &there)
                .into_iter()
                .map(|name| format!("{folder}{name}")),
        );
    }
    let mut all: Vec<Proposal<'_>> = names
        .iter()
        .map(|name| (name.as_str(), CompletionItemKind::FILE, None))
        .collect();
    if folder.is_empty() {
        let shipped = shipped_files().map(|name| {
            let text = Some("comes with the language".to_owned());
            (name, CompletionItemKind::FILE, text)
        });
        all.extend(shipped);
    }
    items(on, span, all)
}

/// The names of the models in a folder but the text itself, and of the folders there.
fn beside(on: &Snapshot, folder: &Path) -> Vec<String> {
    let there = canonical(folder);
    let open = on.beside.0.keys();
    let open = open.filter(|path| path.parent() == Some(there.as_path()));
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let found = entries.take(MOST).map(|entry| entry.path());
    let all = open.cloned().chain(found).filter(|path| {
        let own = on.identity.as_deref() == Some(canonical(path).as_path());
        !own && (path.is_dir() || path.extension().is_some_and(|end| end == "cat"))
    });
    all.filter_map(|path| {
        let name = path.file_name()?.to_str()?.to_owned();
        // What can be no part of a quoted text, and what is hidden, is not proposed.
        let fine = !name.starts_with('.') && !name.contains(|c: char| c == '"' || c.is_control());
        let end = if path.is_dir() { "/" } else { "" };
        fine.then(|| format!("{name}{end}"))
    })
    .collect()
}
