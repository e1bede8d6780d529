//! What stands under the cursor.

use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use crate::model::cat::outline::Kind;
use crate::model::cat::words::{Word as CatWord, words as cat_words};
use crate::model::meaning;
use crate::program::edit::Name;
use crate::syntax::ast::{Column, Declaration};
use crate::syntax::print::declaration;
use crate::syntax::shown::shown;
use crate::syntax::span::Span;
use crate::syntax::words::{Word, words};

use super::names::touches;
use super::snapshot::{Language, Snapshot};
use super::{lens, litmus_names};

/// So many letters of a definition are shown.
const EXCERPT: usize = 4000;

/// What is said of a place.
pub fn hover(on: &Snapshot, offset: usize) -> Option<Hover> {
    let (text, span) = match on.language {
        Language::Litmus => of_test(on, offset),
        Language::Cat => of_model(on, offset),
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
            touches(*span, offset) && !matches!(word, Word::Comment | Word::Title | Word::Number)
        })
    } else {
        None
    };
    let said = word.and_then(|(word, span)| {
        let text = on.source.slice(span);
        let said = match word {
            Word::Mnemonic => meaning::mnemonic(text).map(str::to_owned),
            Word::Modifier => meaning::modifier(text.trim_start_matches('.')),
            Word::Name | Word::Label => named(on, offset).or_else(|| meaning::modifier(text)),
            Word::Thread => thread(on, offset),
            Word::Keyword => meaning::claim(text).map(str::to_owned),
            Word::Number | Word::Title | Word::Comment | Word::Operator => None,
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

fn of_model(on: &Snapshot, offset: usize) -> Option<(String, Span)> {
    let outline = on.analysis().outline.as_ref()?;
    let (word, span) = cat_words(on.text()).into_iter().find(|(word, span)| {
        touches(*span, offset) && !matches!(word, CatWord::Operator | CatWord::Comment)
    })?;
    let text = on.source.slice(span);
    if word == CatWord::Keyword {
        let axiom = ["acyclic", "irreflexive", "empty"].contains(&text);
        return Some((axiom.then(|| meaning::glossary("axiom"))??.to_owned(), span));
    }
    let defined = outline.at(0, offset);
    let defined = defined.and_then(|at| outline.definitions.get(at));
    let mut said = String::new();
    match defined.map(|one| (one.kind, one)) {
        Some((Kind::Parameter, _)) => said += "a parameter",
        Some((Kind::Let | Kind::Function | Kind::Axiom, one)) => {
            let file = outline.files.get(one.place.file)?;
            let statement: String = file
                .source
                .slice(one.statement)
                .chars()
                .take(EXCERPT)
                .collect();
            let _ = write!(said, "```cat\n{statement}\n```");
            if one.place.file != 0 {
                let _ = write!(said, "\n\nfrom `{}`", shown(&file.source.name));
            }
        }
        None => said += meaning::base(text)?,
    }
    if defined.is_some_and(|one| one.kind == Kind::Axiom) {
        for (models, meaning) in meaning::axioms(text) {
            let _ = write!(said, "\n\n{meaning} ({})", models.join(", "));
        }
    }
    Some((said, span))
}
