//! What a text says, without asking a model.

use crate::model::cat::load_at;
use crate::model::cat::outline::Outline;
use crate::model::check_expectations;
use crate::program::edit::{Name, occurrences};
use crate::program::{Program, resolve};
use crate::syntax::ast::Test;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::layout::Layout;
use crate::syntax::parse_source;
use crate::syntax::read::MAX_BYTES;
use crate::syntax::span::Span;

use super::document::{Language, Snapshot};

/// What was understood of a text.
#[derive(Debug, Default)]
pub struct Analysis {
    /// What is wrong with it, and what may be meant otherwise.
    pub mistakes: Vec<Diagnostic>,
    /// The test, if it could be read.
    pub test: Option<Test>,
    /// Its names with their places.
    pub names: Vec<(Name, Span)>,
    /// Where its parts are.
    pub layout: Option<Layout>,
    /// What it means, if it has no mistake.
    pub program: Option<Program>,
    /// The names of a model.
    pub outline: Option<Outline>,
}

impl Analysis {
    /// Reads a text.
    pub fn of(snapshot: &Snapshot) -> Self {
        let text = snapshot.text();
        if text.len() as u64 > MAX_BYTES {
            let all = Diagnostic::new(
                format!("this text is larger than {} MiB", MAX_BYTES >> 20),
                Span::new(0, text.find('\n').unwrap_or(0)),
                "nothing of it is read",
            );
            return Self {
                mistakes: vec![all],
                ..Self::default()
            };
        }
        match snapshot.language {
            Language::Litmus => Self::of_test(snapshot),
            Language::Cat => Self::of_model(snapshot),
        }
    }

    fn of_test(snapshot: &Snapshot) -> Self {
        let source = &snapshot.source;
        let mut found = Self {
            layout: Layout::of(source),
            ..Self::default()
        };
        let test = match parse_source(source) {
            Ok(test) => test,
            Err(report) => {
                found.mistakes = report.diagnostics;
                return found;
            }
        };
        match resolve(source, &test) {
            Ok(program) => {
                found.mistakes.clone_from(&program.warnings);
                let expected = check_expectations(&program);
                found
                    .mistakes
                    .extend(expected.err().into_iter().flat_map(|all| all.diagnostics));
                found.program = Some(program);
            }
            Err(report) => found.mistakes = report.diagnostics,
        }
        found.names = occurrences(&test);
        found.test = Some(test);
        found
    }

    fn of_model(snapshot: &Snapshot) -> Self {
        let source = &snapshot.source;
        let outline = Outline::of(source);
        let path = snapshot.path.clone().unwrap_or_default();
        let mistakes = match load_at(&path, source.clone()) {
            Ok(_) => Vec::new(),
            Err(report) if report.source == *source => report.diagnostics,
            Err(report) => vec![elsewhere(&report, &outline)],
        };
        Self {
            mistakes,
            outline: Some(outline),
            ..Self::default()
        }
    }
}

/// Mistakes of an included file, where it is included.
fn elsewhere(report: &Report, outline: &Outline) -> Diagnostic {
    let name = &*report.source.name;
    let mut includes = outline.includes.iter();
    let direct = includes.find(|(included, _)| name.ends_with(included.as_str()));
    let place = direct.or(outline.includes.first());
    let span = place.map_or_else(Span::default, |(_, span)| *span);
    Diagnostic::new("an included file has mistakes", span, report.to_string())
}
