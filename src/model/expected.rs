//! Tests with their expectations: none may be of a model that there is none of.

use std::path::Path;

use super::registry;
use crate::program::{Program, resolve};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::parse_source;
use crate::syntax::span::SourceFile;

/// Reads a test of which somebody may look at the expectations.
///
/// # Errors
///
/// All the mistakes in the text; or else those of [`check_expectations`].
pub fn load_test(source: &SourceFile) -> Result<Program, Report> {
    let test = parse_source(source)?;
    let program = resolve(source, &test)?;
    check_expectations(&program)?;
    Ok(program)
}

/// Checks that each `// expect` line of a test names a model: one that ships with the tool, or a file.
///
/// # Errors
///
/// Each that does not, with the nearest one that does.
pub fn check_expectations(program: &Program) -> Result<(), Report> {
    let names = registry::names();
    let stray = program.expectations.iter().filter(|expectation| {
        let name = expectation.node.model.as_str();
        !names.contains(&name) && !registry::looks_like_file(name)
    });
    let problems: Vec<Diagnostic> = stray
        .map(|expectation| {
            let name = &expectation.node.model;
            let problem = Diagnostic::new(
                format!("there is no model `{name}`"),
                expectation.span,
                "nobody would look at this expectation",
            );
            let file = format!("{name}.cat");
            if is_above(&file, &program.source.name) {
                return problem.with_near(name, &file);
            }
            let near = problem.clone().with_suggestion(name, names.iter().copied());
            if near.help.is_some() {
                return near;
            }
            problem.with_help(format!(
                "the models are {}, or the path of a .cat file, such as `{name}.cat`",
                names.join(", ")
            ))
        })
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Report::new(program.source.clone(), problems))
    }
}

/// Whether a file lies in the folder of a test, or in one above it, as models of settings do.
fn is_above(file: &str, test: &str) -> bool {
    let folders = Path::new(test).ancestors().skip(1);
    let mut folders = folders.filter(|folder| !folder.as_os_str().is_empty());
    Path::new(test)
        .parent()
        .is_some_and(|folder| folder.join(file).is_file())
        || folders.any(|folder| folder.join(file).is_file())
}
