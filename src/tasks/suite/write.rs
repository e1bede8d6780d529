//! Writing the suite out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::save::{SaveError, save};

use super::files::Test;

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Files that were not there, or other ones.
    pub written: usize,
    /// Files that were there already.
    pub unchanged: usize,
}

/// Why nothing, or not all, was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Files with other content are there. Nothing was written.
    #[error("{} there already with other content, such as {}; nothing was written (--force overwrites)", in_words(*.count), .first.display())]
    Exists {
        /// How many.
        count: usize,
        /// One of them.
        first: PathBuf,
    },
    /// The operating system refused.
    #[error("{}: {error}", .path.display())]
    Io {
        /// What it was about.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// It cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
}

fn in_words(number: usize) -> String {
    match number {
        1 => "1 file is".to_owned(),
        number => format!("{number} files are"),
    }
}

/// Writes tests under a folder, which is made if need be. Each file appears whole or not at all.
///
/// # Errors
///
/// Without `force`, files of other content are in the way: then nothing is written. Or the
/// operating system refuses.
pub fn write(tests: &[Test], folder: &Path, force: bool) -> Result<Written, WriteError> {
    let mut due = Vec::new();
    let mut in_the_way = Vec::new();
    for test in tests {
        let path = folder.join(test.path());
        match fs::read(&path) {
            Ok(bytes) if bytes == test.text.as_bytes() => {}
            Ok(_) => {
                in_the_way.push(path.clone());
                due.push((path, test.text));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => due.push((path, test.text)),
            Err(error) => return Err(WriteError::Io { path, error }),
        }
    }
    if let Some(first) = in_the_way.first().filter(|_| !force) {
        return Err(WriteError::Exists {
            count: in_the_way.len(),
            first: first.clone(),
        });
    }
    for (path, text) in &due {
        whole(path, text)?;
    }
    Ok(Written {
        written: due.len(),
        unchanged: tests.len() - due.len(),
    })
}

/// Writes a file, in folders that are made if need be.
fn whole(path: &Path, text: &str) -> Result<(), WriteError> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.map_err(|error| WriteError::Io {
        path: path.to_owned(),
        error,
    })?;
    Ok(save(path, text)?)
}
