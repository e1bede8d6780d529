//! What a text says, without asking a model.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::model::cat::load_among;
use crate::model::cat::outline::{Outline, Place};
use crate::model::cat::words::{Word, words};
use crate::model::check_expectations;
use crate::model::registry::no_axiom;
use crate::program::edit::{Name, occurrences};
use crate::program::{Program, resolve};
use crate::stop::Stop;
use crate::syntax::ast::Test;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::layout::Layout;
use crate::syntax::parse_source;
use crate::syntax::read::MAX_BYTES;
use crate::syntax::span::Span;

use super::cat_files::{above, seen};
use super::snapshot::{Language, Snapshot};

/// How long is looked for models that include one without axioms.
const LOOK: Duration = Duration::from_millis(200);

/// What was understood of a text.
#[derive(Debug, Default)]
pub struct Analysis {
    /// What is wrong with it, and what may be meant otherwise.
    pub mistakes: Vec<Diagnostic>,
    /// What may be meant so: no warning.
    pub hint: Option<Diagnostic>,
    /// The test, if it could be read.
    pub test: Option<Test>,
    /// Its names with their places.
    pub names: Vec<(Name, Span)>,
    /// Where its parts are.
    pub layout: Option<Layout>,
    /// What it means, if it has no mistake.
    pub program: Option<Program>,
    /// What is wrong with an included file.
    pub elsewhere: Option<Elsewhere>,
    /// The names of a model, and of what it includes.
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
        let open = |path: &Path| snapshot.beside.text(path);
        let outline = Outline::among(source, snapshot.path.as_deref(), &open);
        let path = snapshot.path.clone().unwrap_or_default();
        let mut found = Self::default();
        match load_among(&path, source.clone(), &open) {
            Ok(definition) if definition.axioms.is_empty() => {
                found.hint = without_axioms(snapshot);
            }
            Ok(_) => {}
            Err(report) if report.source == *source => found.mistakes = report.diagnostics,
            Err(report) => found.elsewhere = Some(Elsewhere::of(report, &outline)),
        }
        found.outline = Some(outline);
        found
    }
}

/// What is to be said of a model that forbids nothing. Of a part of other models nothing is; but not all of these are seen
/// from here.
fn without_axioms(snapshot: &Snapshot) -> Option<Diagnostic> {
    if !above(snapshot, &Stop::after(LOOK)).is_empty() {
        return None;
    }
    let words = words(snapshot.text());
    let first = words.iter().find(|(word, _)| *word != Word::Comment);
    let span = first.map_or_else(Span::default, |(_, span)| *span);
    let name = Path::new(&*snapshot.source.name).file_name();
    let name = name.map(|name| name.to_string_lossy()).unwrap_or_default();
    let told = Diagnostic::new(no_axiom(&name), span, "nothing from here on is an axiom");
    Some(told.with_help("a part of other models needs none"))
}

/// The mistakes of a file that a model includes.
#[derive(Debug)]
pub struct Elsewhere {
    /// Where it is included, or what includes it.
    pub span: Span,
    /// Where it lies; none if it comes with the language.
    pub path: Option<PathBuf>,
    /// The mistakes.
    pub report: Report,
}

impl Elsewhere {
    fn of(report: Report, outline: &Outline) -> Self {
        let mut files = outline.files.iter();
        let file = files.position(|file| file.source == report.source);
        let path = file.and_then(|file| outline.files.get(file)?.path.clone());
        let span = file.map_or_else(Span::default, |file| {
            let span = Span::default();
            seen(outline, Place { file, span })
        });
        Self { span, path, report }
    }
}
