//! What stands under the cursor in a model.

use std::fmt::Write as _;

use crate::model::cat::explained::explained;
use crate::model::cat::outline::{Kind, Outline};
use crate::model::cat::words::{Word, words};
use crate::model::meaning;
use crate::syntax::shown::shown;
use crate::syntax::span::Span;

use super::snapshot::Snapshot;

/// So many letters of a definition are shown.
const EXCERPT: usize = 4000;

/// What is said of a place, and of which part of the text: what begins there goes before what ends there.
pub fn of_model(on: &Snapshot, offset: usize) -> Option<(String, Span)> {
    let outline = on.analysis().outline.as_ref()?;
    let all = words(on.text());
    let mut words = all.iter();
    let inside = words.find(|(_, span)| span.start <= offset && offset < span.end);
    match inside {
        Some((Word::Name, span)) => of_name(on, outline, *span),
        Some((Word::Text | Word::Comment, _)) => None,
        Some((Word::Keyword | Word::Operator, _)) => of_sign(on, offset),
        None => of_sign(on, offset).or_else(|| {
            let mut all = all.iter();
            let (_, span) = all.find(|(word, span)| *word == Word::Name && span.end == offset)?;
            of_name(on, outline, *span)
        }),
    }
}

/// A keyword, an operator or a bracket.
fn of_sign(on: &Snapshot, offset: usize) -> Option<(String, Span)> {
    let (said, span) = explained(on.text(), offset)?;
    let mut said = said.to_owned();
    if ["acyclic", "irreflexive", "empty"].contains(&on.source.slice(span)) {
        let axiom = meaning::glossary("axiom").unwrap_or_default();
        let _ = write!(said, "\n\nAn axiom is {axiom}.");
    }
    Some((said, span))
}

fn of_name(on: &Snapshot, outline: &Outline, span: Span) -> Option<(String, Span)> {
    let text = on.source.slice(span);
    let defined = outline.at(0, span.start);
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
