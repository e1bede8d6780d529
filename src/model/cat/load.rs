//! Loading a model: all stages in one.

use std::path::{Path, PathBuf};

use super::check::check;
use super::files::{misnamed, read};
use super::includes::{Expansion, Open, expand};
use super::lower::lower;
use crate::model::relation::expr::Definition;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::other::Kind;
use crate::syntax::read::printable;
use crate::syntax::shown::shown;
use crate::syntax::span::{SourceFile, Span};

pub use super::files::ReadProblem;

/// Why a model file could not be loaded.
#[derive(thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error(
        "cannot read the model `{}`: {problem}{}",
        printable(path),
        misnamed(path, problem)
    )]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        problem: ReadProblem,
    },
    /// The model has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
}

/// For people: what a `?` in `main` prints.
impl std::fmt::Debug for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Read { .. } => write!(f, "{self}"),
            Self::Report(report) => write!(f, "{report:?}"),
        }
    }
}

/// Loads a model from its text; only built-in files can be included. The name is for messages.
///
/// ```
/// let model = gpu_litmus::model::cat::load("sc.cat", "acyclic po | rf | co | fr as sc").unwrap();
/// assert_eq!(model.axioms[0].name, "sc");
/// ```
///
/// # Errors
/// All mistakes in the text. Where an included file has mistakes, the report is of the first such
/// file: those in the others may be due to them.
pub fn load(name: &str, text: &str) -> Result<Definition, Report> {
    load_source(SourceFile::new(name, text), None, NONE)
}

/// Loads a model file; included files are looked for next to it first.
///
/// # Errors
/// The file cannot be read, or has mistakes, as for [`load`].
pub fn load_file(path: &Path) -> Result<Definition, LoadError> {
    let text = read(path).map_err(|problem| LoadError::Read {
        path: path.to_owned(),
        problem,
    })?;
    let source = SourceFile::new(printable(path), text);
    Ok(load_source(source, Some(path), NONE)?)
}

/// Loads a model from a text that is, or will be, that of a file: included files are looked for next
/// to it first. Of those that are open somewhere, what is read there counts.
///
/// # Errors
/// All mistakes in the text, as for [`load`].
pub fn load_among(path: &Path, source: SourceFile, open: Open<'_>) -> Result<Definition, Report> {
    load_source(source, Some(path), open)
}

/// Nothing is open.
const NONE: Open<'_> = &|_| None;

fn load_source(
    source: SourceFile,
    path: Option<&Path>,
    open: Open<'_>,
) -> Result<Definition, Report> {
    let expansion = expand(source.clone(), path, open);
    let sources = expansion.sources.clone();
    let mut definition = Definition {
        title: expansion.title.title.as_deref().map(shown),
        source,
        included: included(&expansion),
        ..Definition::default()
    };
    let lowered = check(expansion).and_then(|checked| {
        lower(&checked, &sources, &mut definition).map_err(|problem| vec![problem])
    });
    match lowered {
        Ok(()) => Ok(definition),
        Err(problems) => {
            Err(other_kind(&definition.source).unwrap_or_else(|| report(&sources, problems)))
        }
    }
}

/// That a file is not meant to be a model, where it seems to be of another kind.
fn other_kind(source: &SourceFile) -> Option<Report> {
    let kind = Kind::of(&source.text)?;
    // Models may be titled as tests are; they ask for nothing.
    let asks = |line: &str| {
        let mut words = ["exists", "~exists", "forall"].iter();
        words.any(|word| line.trim_start().starts_with(word))
    };
    if kind == Kind::Test && !source.text.lines().any(asks) {
        return None;
    }
    let text = format!("this is {}, and no model", kind.words());
    let one = Diagnostic::new(
        text,
        Span::new(0, 0),
        "expected a model in the cat language",
    );
    let help = "models come before tests: `sc`, `ptx-7.5`, or a file in the cat language";
    Some(Report::new(source.clone(), vec![one.with_help(help)]))
}

/// The files that do not come with the language, by the names by which they are included, in the order in which they are
/// read.
fn included(expansion: &Expansion) -> Vec<(String, SourceFile)> {
    let mut all: Vec<_> = expansion.includes.iter().collect();
    all.sort_by_key(|(_, _, number)| *number);
    let paths = &expansion.paths;
    let own = all
        .into_iter()
        .filter(|(_, _, number)| paths.get(*number).is_some_and(Option::is_some));
    let named = own.filter_map(|(_, name, number)| {
        let source = expansion.sources.get(*number)?;
        Some((name.node.clone(), source.clone()))
    });
    named.collect()
}

/// The mistakes in the first text that has any.
fn report(sources: &[SourceFile], problems: Vec<(usize, Diagnostic)>) -> Report {
    let first = problems.first().map_or(0, |problem| problem.0);
    let diagnostics = problems
        .into_iter()
        .filter(|(file, _)| *file == first)
        .map(|(_, diagnostic)| diagnostic)
        .collect();
    Report::new(sources[first].clone(), diagnostics)
}
