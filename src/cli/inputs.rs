//! From paths to tests.

use std::path::{Path, PathBuf};

use crate::model::load_test;
use crate::program::Program;
use crate::syntax::Report;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::read::{printable, read_source};
use crate::tasks::batch::paths::Suite;

use super::failure::Failure;
use super::output::Output;

/// A file to read, or why there is none.
pub type Input = Result<PathBuf, Failure>;

/// The files that the given paths mean: each file as it is, each folder's tests and each pattern's
/// files in sorted order.
#[must_use]
pub fn expand(paths: &[PathBuf]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Ok(path.clone()));
            continue;
        }
        let found = Suite::tests(path);
        inputs.extend(found.items.into_iter().map(|item| match item.problem {
            None => Ok(item.path),
            Some(problem) => Err(Failure::Read(problem).of(&printable(&item.path))),
        }));
    }
    inputs
}

/// Does something with an input; what goes wrong is about its file, unless it is about another.
///
/// # Errors
///
/// There is no file, or what goes wrong.
pub fn each<T>(input: Input, work: impl FnOnce(&Path) -> Result<T, Failure>) -> Result<T, Failure> {
    let path = input?;
    work(&path).map_err(|failure| failure.of(&shown_name(&path)))
}

/// The name of an input as it is told.
fn shown_name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "<stdin>".to_owned()
    } else {
        printable(path)
    }
}

/// Tells what may be meant otherwise in a test; with `strict`, that is a mistake.
///
/// # Errors
///
/// There is such a thing, and `strict`.
pub fn heed(program: &Program, strict: bool, output: &Output) -> Result<(), Failure> {
    let warnings = program.warnings.clone();
    if warnings.is_empty() {
        return Ok(());
    }
    let report = |said| Failure::Report(Report::new(program.source.clone(), said));
    if strict {
        let mistakes = warnings.into_iter().map(|warning| Diagnostic {
            message: format!("{}, a mistake under --strict", warning.message),
            warning: false,
            ..warning
        });
        return Err(report(mistakes.collect()));
    }
    output.complain(&report(warnings));
    Ok(())
}

/// Reads and resolves one test.
///
/// # Errors
///
/// It cannot be read, or has mistakes.
pub fn load(path: &Path) -> Result<Program, Failure> {
    Ok(load_test(&read_source(path)?)?)
}
