//! What is looked through for tests, and what is met on the way.

use std::path::Path;

use crate::kernel::load::is_launch;
use crate::syntax::read::{ReadError, printable, read_source};

/// What is looked through.
#[derive(Debug, Clone, Copy)]
pub enum Walk<'p> {
    /// A folder, all of it.
    All(&'p Path),
    /// So deep into a folder as a pattern may match.
    Meant(&'p Path, usize),
}

/// What the walk met; the path is said elsewhere.
#[must_use]
pub fn why(error: &walkdir::Error) -> String {
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => {
            format!("a link to {}, in which it is itself", printable(ancestor))
        }
        (None, Some(error)) => match error.kind() {
            std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            _ => error.to_string(),
        },
        (None, None) => error.to_string(),
    }
}

/// Whether a file of TOML is a launch, and not the settings of something. Of what is no text nobody knows: that is told.
#[must_use]
pub fn may_be_launch(path: &Path) -> bool {
    match read_source(path) {
        Ok(source) => is_launch(&source.text),
        Err(ReadError::NotUtf8 { .. }) => true,
        Err(
            ReadError::Missing { .. }
            | ReadError::Directory { .. }
            | ReadError::Permission { .. }
            | ReadError::TooLarge { .. }
            | ReadError::Io { .. },
        ) => false,
    }
}

/// Whether a path is a pattern of paths.
#[must_use]
pub fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// A pattern without a folder means names in this folder, which a walk gives as `./name`.
#[must_use]
pub fn bare(path: &Path, here: bool) -> &Path {
    if here {
        path.strip_prefix(".").unwrap_or(path)
    } else {
        path
    }
}
