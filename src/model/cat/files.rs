//! Reading the files of a model.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::syntax::diagnostic::nearest;
use crate::syntax::read::Strange;

/// A model longer than this is surely no model.
const SIZE_LIMIT: u64 = 1 << 20;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadProblem {
    /// It does not exist.
    #[error("there is no such file")]
    Missing,
    /// It is a directory.
    #[error("it is a directory")]
    Directory,
    /// It is longer than 1 MiB.
    #[error("it is larger than 1 MiB")]
    TooLarge,
    /// Its bytes are no text.
    #[error("it is not UTF-8 text (at byte {})", .0.offset)]
    NotText(Strange),
    /// The system refuses.
    #[error("{0}")]
    System(io::Error),
}

impl From<io::Error> for ReadProblem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::IsADirectory => Self::Directory,
            _ => Self::System(error),
        }
    }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, ReadProblem> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(ReadProblem::Directory);
    }
    let mut bytes = Vec::new();
    file.take(SIZE_LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(ReadProblem::TooLarge);
    }
    String::from_utf8(bytes)
        .map_err(|error| ReadProblem::NotText(Strange::of(error.as_bytes(), error.utf8_error())))
}

/// The name of a model file whose ending is misspelt.
///
/// ```
/// use gpu_litmus::model::registry::meant_as_file;
///
/// assert_eq!(meant_as_file("own.ct".as_ref()).as_deref(), Some("own.cat"));
/// assert_eq!(meant_as_file("ptx-7.4".as_ref()), None);
/// ```
#[must_use]
pub fn meant_as_file(name: &Path) -> Option<String> {
    let ending = name.extension()?.to_str()?;
    let near = nearest(ending, ["cat"])?;
    Some(name.with_extension(near).to_str()?.to_owned())
}

/// The name that a file may be meant by that is not there.
pub(super) fn misnamed(path: &Path, problem: &ReadProblem) -> String {
    let missing = matches!(problem, ReadProblem::Missing);
    let near = missing.then(|| meant_as_file(path)).flatten();
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}
