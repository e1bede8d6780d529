//! What stands under the cursor.

use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use crate::model::meaning;
use crate::model::registry::{built_in, looks_like_file};
use crate::program::edit::Name;
use crate::syntax::ast::{Column, Declaration};
use crate::syntax::print::declaration;
use crate::syntax::span::Span;
use crate::syntax::words::{Word, expected, words};

use super::names::touches;
use super::snapshot::{Language, Snapshot};
use super::{cat_hover, lens, litmus_names};

/// What is said of a place.
pub fn hover(on: &Snapshot, offset: usize) -> Option<Hover> {
    let (text, span) = match on.language {
        Language::Litmus => of_test(on, offset),
        Language::Cat => cat_hover::of_model(on, offset),
    }?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(on.range(span)),
    })
}

fn of_test(on: &Snapshot, offset: usize) -> Option<(String, Span)> {
    let word = if on.analysis().layout.is_some() || on.analysis().test.is_some() {
        let all = words(on.text());
        all.into_iter().find(|(word, span)| {
            touches(*span, offset) && !matches!(word, Word::Title | Word::Number)
        })
    } else {
        None
    };
    let said = word.and_then(|(word, span)| {
        if word == Word::Comment {
            return expectation(on, span, offset);
        }
        let text = on.source.slice(span);
        let said = match word {
            Word::Mnemonic => meaning::mnemonic(text).map(str::to_owned),
            Word::Modifier => meaning::modifier(text.trim_start_matches('.')),
            Word::Name | Word::Label => named(on, offset).or_else(|| meaning::modifier(text)),
            Word::Thread => thread(on, offset),
            Word::Keyword | Word::Operator => meaning::claim(text).map(str::to_owned),
            Word::Number | Word::Title | Word::Comment => None,
        };
        Some((said?, span))
    });
    let asked = lens::condition(on).filter(|asked| touches(*asked, offset));
    let Some(asked) = asked else {
        return said;
    };
    let verdicts = verdicts(on);
    match said {
        Some((text, span)) => Some((format!("{text}\n\n{verdicts}"), span)),
        None => Some((verdicts, asked)),
    }
}

/// What models say of the test.
fn verdicts(on: &Snapshot) -> String {
    if on.analysis().program.is_none() {
        return "The test has mistakes: no model is asked.".to_owned();
    }
    let Some(said) = on.answers() else {
        return "Models are being asked.".to_owned();
    };
    if said.all.is_empty() {
        return "No model has answered.".to_owned();
    }
    let mut text = "| model | verdict |\n| --- | --- |\n".to_owned();
    for answer in &said.all {
        let often = match answer.quantity {
            Some(quantity) => format!(" ({})", quantity.name()),
            None => String::new(),
        };
        let verdict = answer.verdict.name();
        let _ = writeln!(text, "| {} | {verdict}{often} |", answer.model);
        for open in &answer.open {
            let _ = writeln!(text, "| | {} |", open.text.replace('|', "\\|"));
        }
    }
    text
}

fn named(on: &Snapshot, offset: usize) -> Option<String> {
    let test = on.analysis().test.as_ref()?;
    let name = litmus_names::name(on.analysis(), offset)?;
    let mut init = test.init.iter();
    let declared = init.find(|one| match (&one.node, name) {
        (
            Declaration::Location { name: own, .. } | Declaration::Alias { name: own, .. },
            Name::Location(name),
        ) => own.node == *name,
        (
            Declaration::Register {
                thread, register, ..
            },
            Name::Register(number, name),
        ) => thread.node == *number && register.node == *name,
        (
            Declaration::Location { .. } | Declaration::Alias { .. } | Declaration::Register { .. },
            Name::Location(_) | Name::Register(..) | Name::Label(..),
        ) => false,
    });
    let declared = declared.map(|one| format!(": `{}`", declaration(&one.node)));
    let start = || ", 0 at the start".to_owned();
    Some(match name {
        Name::Location(name) => {
            let rest = declared.unwrap_or_else(|| ": global, not declared".to_owned() + &start());
            format!("location `{name}`{rest}")
        }
        Name::Register(thread, name) => {
            format!(
                "register `{name}` of `P{thread}`{}",
                declared.unwrap_or_else(start)
            )
        }
        Name::Label(thread, name) => format!("label `{name}` of `P{thread}`"),
    })
}

fn thread(on: &Snapshot, offset: usize) -> Option<String> {
    let test = on.analysis().test.as_ref()?;
    let all = litmus_names::threads(test);
    let (number, _) = all.iter().find(|(_, span)| touches(*span, offset))?;
    let column = test.threads.iter().find(|one| one.number.node == *number)?;
    let header = crate::syntax::print::header(column);
    let warp = match column.warp {
        Some(warp) => format!("warp {warp} of "),
        None => "a warp of its own in ".to_owned(),
    };
    let mut text = format!(
        "thread `{header}`: {warp}block (`cta`) {} on device (`gpu`) {}",
        column.cta, column.gpu
    );
    let with = |whose: &str, meant: &dyn Fn(&Column) -> bool| {
        let others = test.threads.iter().filter(|one| one.number.node != *number);
        let names = others
            .filter(|one| meant(one))
            .map(|one| format!("`P{}`", one.number.node));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("\n\n{whose}: {}", names.join(", ")))
    };
    let device = |one: &Column| one.gpu == column.gpu;
    let block = |one: &Column| device(one) && one.cta == column.cta;
    let warp = |one: &Column| block(one) && one.warp.is_some() && one.warp == column.warp;
    text.extend(with("In the same warp", &warp));
    text.extend(with("In the same block", &|one| block(one) && !warp(one)));
    let beside = |one: &Column| device(one) && !block(one);
    text.extend(with("On the same device, in another block", &beside));
    text.extend(with("On another device", &|one| !device(one)));
    Some(text)
}

/// The model or the verdict in a comment that expects something.
fn expectation(on: &Snapshot, comment: Span, offset: usize) -> Option<(String, Span)> {
    let (model, verdict) = expected(on.text(), comment)?;
    if touches(verdict, offset) {
        let word = on.source.slice(verdict);
        return Some((format!("{word}: {}", meaning::glossary(word)?), verdict));
    }
    if !touches(model, offset) {
        return None;
    }
    let name = on.source.slice(model);
    let said = match built_in().iter().find(|known| known.name == name) {
        Some(known) => format!("model `{name}`: {}", known.title),
        None if looks_like_file(name) => "a model from a file".to_owned(),
        None => return None,
    };
    Some((said, model))
}
