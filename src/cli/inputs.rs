//! From paths to tests.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::program::{Program, resolve};
use crate::syntax::parse_source;
use crate::syntax::read::read_source;

use super::failure::Failure;

/// A file to read, or why there is none.
pub type Input = Result<PathBuf, Failure>;

/// The files that the given paths mean: each file as it is, each folder's tests in sorted order.
#[must_use]
pub fn expand(paths: &[PathBuf]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            search(path, &mut inputs);
        } else {
            inputs.push(Ok(path.clone()));
        }
    }
    inputs
}

fn search(folder: &Path, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    for entry in entries {
        match entry {
            Ok(entry) => {
                let test = entry
                    .path()
                    .extension()
                    .is_some_and(|extension| extension == "litmus");
                if test && !entry.file_type().is_dir() {
                    inputs.push(Ok(entry.into_path()));
                }
            }
            Err(error) => inputs.push(Err(Failure::Read(error.to_string()))),
        }
    }
    if inputs.len() == before {
        inputs.push(Err(Failure::Read(format!(
            "{}: no *.litmus file in this folder",
            folder.display()
        ))));
    }
}

/// Reads and resolves one test.
///
/// # Errors
///
/// It cannot be read, or has mistakes.
pub fn load(path: &Path) -> Result<Program, Failure> {
    let source = read_source(path)?;
    let test = parse_source(&source)?;
    Ok(resolve(&source, &test)?)
}
