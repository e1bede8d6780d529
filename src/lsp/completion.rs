//! What could be written at a place.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};

use crate::model::cat::outline::{Defined, Kind, Outline};
use crate::model::cat::words::{FUNCTIONS, KEYWORDS};
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::{meaning, registry};
use crate::syntax::read::MAX_BYTES;
use crate::syntax::span::Span;
use crate::syntax::words::{Word, mnemonics, orders, scopes, verdicts, words};

use super::cat_files;
use super::snapshot::{Language, Snapshot};

/// So many letters of a definition are shown with its name.
const EXCERPT: usize = 500;

/// A proposal: what to write, what it is, and what it means.
type Proposal<'a> = (&'a str, CompletionItemKind, Option<String>);

/// The proposals for a place.
pub fn completion(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    if on.text().len() as u64 > MAX_BYTES {
        return Vec::new();
    }
    match on.language {
        Language::Litmus => of_test(on, offset),
        Language::Cat => of_model(on, offset),
    }
}

fn items(on: &Snapshot, span: Span, proposals: Vec<Proposal<'_>>) -> Vec<CompletionItem> {
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
fn begun(text: &str, offset: usize, part: fn(char) -> bool) -> Span {
    let before = text.get(..offset).unwrap_or_default();
    let start = before.trim_end_matches(part).len();
    Span::new(start, offset)
}

fn of_test(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    let text = on.text();
    let span = begun(text, offset, |c| {
        c.is_alphanumeric() || c == '_' || c == '$' || c == '%'
    });
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    if let Some(said) = line.trim_start().strip_prefix("//") {
        return expectation(on, offset, said);
    }
    if before.ends_with('.') {
        return items(on, span, modifiers());
    }
    if let Some(thread) = line.strip_suffix(':').and_then(last_word)
        && let Some(number) = thread.strip_prefix(['P', 'T'])
    {
        let own = registers(on, Some(number));
        let own: Vec<Proposal<'_>> = own.iter().map(|name| register(name)).collect();
        return items(on, span, own);
    }
    let kept = before.trim_end();
    let cell = kept.ends_with(['|', ';', '}']) && !asks(before);
    if cell {
        let all = mnemonics().iter().map(|word| {
            let meaning = meaning::mnemonic(word).map(str::to_owned);
            (*word, CompletionItemKind::FUNCTION, meaning)
        });
        let mut all: Vec<Proposal<'_>> = all.collect();
        all.extend(meaning::CLAIMS.map(|word| {
            let meaning = meaning::claim(word).map(str::to_owned);
            (word, CompletionItemKind::KEYWORD, meaning)
        }));
        return items(on, span, all);
    }
    names(on, span, asks(before))
}

/// Whether the condition has begun.
fn asks(before: &str) -> bool {
    let mut all = words(before).into_iter();
    all.any(|(word, span)| {
        let text = before.get(span.range()).unwrap_or_default();
        word == Word::Keyword && ["exists", "forall", "filter"].contains(&text)
    })
}

fn last_word(text: &str) -> Option<&str> {
    text.rsplit(|c: char| !c.is_alphanumeric()).next()
}

const fn register(name: &str) -> Proposal<'_> {
    (name, CompletionItemKind::FIELD, None)
}

fn modifiers() -> Vec<Proposal<'static>> {
    let words = orders().iter().chain(scopes()).copied();
    words
        .map(|word| (word, CompletionItemKind::KEYWORD, meaning::modifier(word)))
        .collect()
}

/// `// expect MODEL: VERDICT`.
fn expectation(on: &Snapshot, offset: usize, said: &str) -> Vec<CompletionItem> {
    let span = begun(on.text(), offset, |c| {
        c.is_alphanumeric() || c == '-' || c == '.'
    });
    let Some(rest) = said.trim_start().strip_prefix("expect") else {
        return items(
            on,
            span,
            vec![("expect ", CompletionItemKind::KEYWORD, None)],
        );
    };
    if rest.contains(':') {
        let all = verdicts().iter();
        let all = all.map(|word| {
            let meaning = meaning::glossary(word).map(str::to_owned);
            (*word, CompletionItemKind::ENUM_MEMBER, meaning)
        });
        return items(on, span, all.collect());
    }
    let models = registry::built_in().iter().map(|model| {
        let title = Some(model.title.clone());
        (model.name.as_str(), CompletionItemKind::MODULE, title)
    });
    items(on, span, models.collect())
}

/// The names that stand in a test, by what they look like: it may have mistakes at present.
fn names(on: &Snapshot, span: Span, asks: bool) -> Vec<CompletionItem> {
    let all = words(on.text()).into_iter();
    let mut threads = BTreeSet::new();
    let mut others = BTreeSet::new();
    for (word, place) in all {
        // What is just being written is no name yet.
        if place.start <= span.end && span.start <= place.end {
            continue;
        }
        match word {
            Word::Thread => threads.insert(on.source.slice(place)),
            Word::Name | Word::Label => others.insert(on.source.slice(place)),
            Word::Keyword
            | Word::Mnemonic
            | Word::Modifier
            | Word::Number
            | Word::Title
            | Word::Comment
            | Word::Operator => false,
        };
    }
    let kind = CompletionItemKind::VARIABLE;
    let others = others
        .into_iter()
        .filter(|name| !["cta", "gpu", "warp"].contains(name));
    let mut proposals: Vec<Proposal<'_>> = others.map(|name| (name, kind, None)).collect();
    if asks {
        let kind = CompletionItemKind::CLASS;
        proposals.extend(threads.into_iter().map(|name| (name, kind, None)));
        let words = ["true", "false", "terminates"];
        proposals.extend(words.map(|word| (word, CompletionItemKind::KEYWORD, None)));
    }
    items(on, span, proposals)
}

/// The registers of a thread, or of all: in columns of a test with mistakes nobody knows whose a name is.
fn registers(on: &Snapshot, thread: Option<&str>) -> BTreeSet<String> {
    let number = thread.and_then(|thread| thread.parse::<u32>().ok());
    let known = on
        .analysis()
        .names
        .iter()
        .filter_map(|(name, _)| match name {
            crate::program::edit::Name::Register(own, name) if number.is_none_or(|n| n == *own) => {
                Some(name.clone())
            }
            crate::program::edit::Name::Register(..)
            | crate::program::edit::Name::Location(_)
            | crate::program::edit::Name::Label(..) => None,
        });
    let known: BTreeSet<String> = known.collect();
    if !known.is_empty() {
        return known;
    }
    let all = words(on.text()).into_iter();
    let like = |name: &str| {
        let rest = name.trim_start_matches('%').strip_prefix(['r', 'p']);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    all.filter(|(word, _)| *word == Word::Name)
        .map(|(_, span)| on.source.slice(span).to_owned())
        .filter(|name| like(name))
        .collect()
}

fn of_model(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    let part = |c: char| c.is_alphanumeric() || "_-.'".contains(c);
    let span = begun(on.text(), offset, part);
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
    let functions = FUNCTIONS.iter().map(|(name, _)| name);
    for name in sets.chain(relations).chain(functions) {
        let meaning = meaning::base(name).map(str::to_owned);
        all.push((name, CompletionItemKind::CONSTANT, meaning));
    }
    for word in KEYWORDS {
        all.push((word, CompletionItemKind::KEYWORD, None));
    }
    items(on, span, all)
}
