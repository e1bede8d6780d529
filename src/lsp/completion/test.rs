//! What could be written in a test.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind};

use crate::model::{meaning, registry};
use crate::program::edit::Name;
use crate::syntax::print::plain;
use crate::syntax::span::Span;
use crate::syntax::unclosed::unclosed;
use crate::syntax::words::{
    Word, Writing, following, mnemonics, placements, proxies, verdicts, words, writing,
};

use super::super::snapshot::Snapshot;
use super::operands;
use super::proposals::{Proposal, begun, items};

/// The proposals for a place.
pub fn completion(on: &Snapshot, offset: usize) -> Vec<CompletionItem> {
    let text = on.text();
    let span = begun(text, offset, |c| {
        c.is_alphanumeric() || c == '_' || c == '$' || c == '%'
    });
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    if let Some(open) = unclosed(before) {
        let earlier = line.get(..line.len().saturating_sub(open.len()));
        let alone = earlier.is_some_and(|earlier| earlier.trim().is_empty());
        return match open.strip_prefix("//") {
            // A remark behind code is seldom an expectation: it is not proposed to make it one.
            Some(said) if alone || said.trim_start().starts_with("expect ") => {
                expectation(on, offset, said)
            }
            Some(_) | None => Vec::new(),
        };
    }
    let part = writing(before);
    if before.ends_with('.') {
        return items(on, span, modifiers(text, span, part));
    }
    if let Some(all) = operands::alone(on, span, part) {
        return all;
    }
    let begun = words(before);
    let last = begun.iter().rev().find(|(word, _)| *word != Word::Comment);
    match part {
        Writing::Opening => return items(on, span, opening(before)),
        Writing::Header => return header(on, span, before),
        // Behind a closed bracket comes an operator, or the end; behind a filter the condition.
        Writing::Claim if plain(before).trim_end().ends_with(')') => {
            return if filters(before, &begun) {
                items(on, span, claims(&["exists", "~exists", "forall"]))
            } else {
                Vec::new()
            };
        }
        Writing::Init | Writing::Rows | Writing::Claim => {}
    }
    if let Some(thread) = line.strip_suffix(':').and_then(last_word)
        && let Some(number) = thread.strip_prefix(['P', 'T'])
    {
        let own = registers(on, Some(number));
        let own: Vec<Proposal<'_>> = own.iter().map(|name| register(name)).collect();
        return items(on, span, own);
    }
    // What stands behind the last word, comments left out.
    let rest = last.and_then(|(_, place)| before.get(place.end..));
    let rest = plain(rest.unwrap_or_default());
    let written = last.is_some_and(|(word, _)| match word {
        Word::Name | Word::Number | Word::Label => rest.is_empty(),
        Word::Keyword
        | Word::Mnemonic
        | Word::Modifier
        | Word::Thread
        | Word::Title
        | Word::Comment
        | Word::Operator => false,
    });
    if written {
        return Vec::new();
    }
    if part == Writing::Rows && rest.ends_with(['|', ';']) {
        let all = mnemonics().iter().map(|word| {
            let meaning = meaning::mnemonic(word).map(str::to_owned);
            (*word, CompletionItemKind::FUNCTION, meaning)
        });
        let mut all: Vec<Proposal<'_>> = all.collect();
        all.extend(claims(&meaning::CLAIMS));
        return items(on, span, all);
    }
    names(on, span, part == Writing::Claim)
}

/// Words that begin what a test asks.
fn claims(words: &[&'static str]) -> Vec<Proposal<'static>> {
    let all = words.iter().map(|word| {
        let meaning = meaning::claim(word).map(str::to_owned);
        (*word, CompletionItemKind::KEYWORD, meaning)
    });
    all.collect()
}

/// Whether a text ends behind a whole filter, before the condition.
fn filters(before: &str, words: &[(Word, Span)]) -> bool {
    let slice = |span: &Span| before.get(span.range()).unwrap_or_default();
    let mut keywords = words.iter().filter(|(word, _)| *word == Word::Keyword);
    let Some((_, filter)) = keywords.find(|(_, span)| slice(span) == "filter") else {
        return false;
    };
    let asked = keywords.any(|(_, span)| matches!(slice(span), "exists" | "forall"));
    let rest = plain(before.get(filter.end..).unwrap_or_default());
    !asked && rest.matches('(').count() == rest.matches(')').count()
}

fn last_word(text: &str) -> Option<&str> {
    text.rsplit(|c: char| !c.is_alphanumeric()).next()
}

const fn register(name: &str) -> Proposal<'_> {
    (name, CompletionItemKind::FIELD, None)
}

/// How a test begins.
fn opening(before: &str) -> Vec<Proposal<'static>> {
    if before.split_whitespace().any(|word| word == "PTX") {
        return Vec::new();
    }
    vec![("PTX", CompletionItemKind::KEYWORD, None)]
}

/// A thread, or what it is placed by.
fn header(on: &Snapshot, span: Span, before: &str) -> Vec<CompletionItem> {
    let cell = before.rsplit(['|', '}']).next().unwrap_or_default();
    let Some((_, placed)) = cell.split_once('@') else {
        let number = before.matches('@').count();
        let thread = format!("P{number}@cta {number},gpu 0");
        let empty = cell.trim().is_empty();
        let all = empty.then_some((thread.as_str(), CompletionItemKind::CLASS, None));
        return items(on, span, all.into_iter().collect());
    };
    if !placed.trim().is_empty() && !placed.trim_end().ends_with(',') {
        return Vec::new();
    }
    let all = placements().iter().filter(|word| {
        let mut words = placed.split(|c: char| !c.is_alphanumeric());
        words.all(|one| one != **word)
    });
    let all = all.map(|word| (*word, CompletionItemKind::KEYWORD, meaning::modifier(word)));
    items(on, span, all.collect())
}

/// What may stand behind a dot, beside what stands in the same word already.
fn modifiers(text: &str, span: Span, part: Writing) -> Vec<Proposal<'static>> {
    let letter = |c: char| c.is_alphanumeric() || "_.:?".contains(c);
    let before = text.get(..span.start).unwrap_or_default();
    let word = before.get(before.trim_end_matches(letter).len()..);
    let mut parts = word.unwrap_or_default().split('.');
    let base = parts.next().unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let end = after.find(|c| !letter(c)).unwrap_or(after.len());
    let after = after.get(..end).unwrap_or_default();
    // The rest of the word that is being written is replaced by nobody, and says nothing.
    let beside: Vec<&str> = parts
        .chain(after.split('.').skip(1))
        .filter(|part| !part.is_empty())
        .collect();
    let words = match part {
        Writing::Rows => following(base, &beside),
        Writing::Init if base.is_empty() => vec!["global", "shared"],
        Writing::Opening | Writing::Init | Writing::Header | Writing::Claim => Vec::new(),
    };
    let words = words.into_iter();
    words
        .map(|word| (word, CompletionItemKind::KEYWORD, meaning::modifier(word)))
        .collect()
}

/// `// expect MODEL: VERDICT`.
fn expectation(on: &Snapshot, offset: usize, said: &str) -> Vec<CompletionItem> {
    let span = begun(on.text(), offset, |c| {
        c.is_alphanumeric() || "-._/".contains(c)
    });
    let said = said.trim_start();
    let Some(rest) = said
        .strip_prefix("expect")
        .filter(|rest| rest.starts_with(char::is_whitespace))
    else {
        // What is begun otherwise is a remark.
        let word = on.source.slice(span);
        let begins = said.is_empty() && "expect".starts_with(word);
        let all = begins.then_some(("expect ", CompletionItemKind::KEYWORD, None));
        return items(on, span, all.into_iter().collect());
    };
    // Behind the verdict, and behind the model without its colon, stands nothing more.
    let (model, verdict) = match rest.split_once(':') {
        Some((model, verdict)) => (model.trim(), Some(verdict.trim_start())),
        None => (rest.trim_start(), None),
    };
    if verdict.unwrap_or(model).contains(char::is_whitespace) {
        return Vec::new();
    }
    if verdict.is_some() {
        let all = verdicts().iter();
        let all = all.map(|word| {
            let meaning = meaning::glossary(word).map(str::to_owned);
            (*word, CompletionItemKind::ENUM_MEMBER, meaning)
        });
        return items(on, span, all.collect());
    }
    // Those that settings name come first.
    let own = on.answers().map(|said| said.models.as_slice());
    let models = own.unwrap_or_default().iter().chain(registry::built_in());
    let models = models.map(|model| {
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
    let mut labels = BTreeSet::new();
    for (word, place) in all {
        // What is just being written is no name yet.
        if place.start <= span.end && span.start <= place.end {
            continue;
        }
        match word {
            Word::Thread => threads.insert(on.source.slice(place)),
            // A proxy stands behind the `@` of a declaration, the predicate of a guard before its instruction.
            Word::Name if is_proxy(on, place) => false,
            Word::Name => others.insert(on.source.slice(place)),
            Word::Label => labels.insert(on.source.slice(place)),
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
        .filter(|name| !["aliases", "cta", "gpu", "warp"].contains(name))
        // Where one can stand, nothing else can.
        .filter(|name| !labels.contains(name));
    let mut proposals: Vec<Proposal<'_>> = others.map(|name| (name, kind, None)).collect();
    if asks {
        let kind = CompletionItemKind::CLASS;
        proposals.extend(threads.into_iter().map(|name| (name, kind, None)));
        let words = ["true", "false", "terminates"];
        proposals.extend(words.map(|word| (word, CompletionItemKind::KEYWORD, None)));
    }
    items(on, span, proposals)
}

/// Whether a word is the proxy of a declaration.
fn is_proxy(on: &Snapshot, place: Span) -> bool {
    let before = on.text().get(..place.start).unwrap_or_default();
    before.trim_end().ends_with('@') && proxies().any(|proxy| proxy == on.source.slice(place))
}

/// The registers of a thread, or of all: in columns of a test with mistakes nobody knows whose a name is.
fn registers(on: &Snapshot, thread: Option<&str>) -> BTreeSet<String> {
    let number = thread.and_then(|thread| thread.parse::<u32>().ok());
    let known = on
        .analysis()
        .names
        .iter()
        .filter_map(|(name, _)| match name {
            Name::Register(own, name) if number.is_none_or(|n| n == *own) => Some(name.clone()),
            Name::Register(..) | Name::Location(_) | Name::Label(..) => None,
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
