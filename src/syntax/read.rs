//! Files on disk as sources, within limits.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::Utf8Error;

use super::shown::shown;
use super::span::SourceFile;

/// The largest file that is read: 1 MiB.
pub const MAX_BYTES: u64 = 1 << 20;

/// A byte that is no part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strange {
    /// How many bytes come before it.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

impl Strange {
    /// Where bytes are no text any more.
    #[must_use]
    pub fn of(bytes: &[u8], error: Utf8Error) -> Self {
        let offset = error.valid_up_to();
        let before = bytes.get(..offset).unwrap_or_default();
        let text = String::from_utf8_lossy(before);
        let last = text.rsplit('\n').next().unwrap_or_default();
        Self {
            offset,
            line: text.matches('\n').count() + 1,
            column: last.chars().count() + 1,
        }
    }
}

/// Why a file could not be read; its text is one line that names the file.
#[derive(thiserror::Error)]
pub enum ReadError {
    /// There is no such file.
    #[error("{path}: no such file")]
    Missing {
        /// The file's name.
        path: String,
    },
    /// It is a directory.
    #[error("{path}: is a directory, expected a litmus test")]
    Directory {
        /// The file's name.
        path: String,
    },
    /// Its permissions forbid it.
    #[error("{path}: permission denied")]
    Permission {
        /// The file's name.
        path: String,
    },
    /// It is larger than what is read: of a test [`MAX_BYTES`].
    #[error("{path}: larger than {} MiB", most >> 20)]
    TooLarge {
        /// The file's name.
        path: String,
        /// How many bytes are read at most.
        most: u64,
    },
    /// It is not UTF-8.
    #[error("{path}: not UTF-8 text (at byte {})", at.offset)]
    NotUtf8 {
        /// The file's name.
        path: String,
        /// The first byte that is not text.
        at: Strange,
    },
    /// Anything else that the system reports.
    #[error("{path}: {error}")]
    Io {
        /// The file's name.
        path: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
}

impl ReadError {
    /// The file's name.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Missing { path }
            | Self::Directory { path }
            | Self::Permission { path }
            | Self::TooLarge { path, .. }
            | Self::NotUtf8 { path, .. }
            | Self::Io { path, .. } => path,
        }
    }
}

/// For people: what a `?` in `main` prints.
impl std::fmt::Debug for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// Reads a file, or the standard input if the path is `-`.
///
/// # Errors
///
/// If it cannot be read, is larger than [`MAX_BYTES`], or is not UTF-8.
pub fn read_source(path: impl AsRef<Path>) -> Result<SourceFile, ReadError> {
    read_within(path, MAX_BYTES)
}

/// Reads a file once more, where that can be done: what is no regular file, as a pipe, was read for good, or waits for ever.
#[must_use]
pub fn read_again(path: impl AsRef<Path>) -> Option<SourceFile> {
    let regular = std::fs::metadata(path.as_ref()).is_ok_and(|it| it.is_file());
    regular.then(|| read_source(path).ok()).flatten()
}

/// As [`read_source`], of at most so many bytes.
///
/// # Errors
///
/// If it cannot be read, is larger, or is not UTF-8.
pub fn read_within(path: impl AsRef<Path>, most: u64) -> Result<SourceFile, ReadError> {
    let path = path.as_ref();
    if path.as_os_str() == "-" {
        return read_from("<stdin>", io::stdin().lock(), 0, most);
    }
    let name = printable(path);
    let failed = |error: io::Error| from_io(&name, error);
    // Before opening: opening a pipe without a writer would wait for ever.
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(ReadError::Directory { path: name });
    }
    if metadata.len() > most {
        return Err(ReadError::TooLarge { path: name, most });
    }
    let file = File::open(path).map_err(failed)?;
    read_from(&name, file, metadata.len(), most)
}

/// A path as a name to be shown: what would break a line, move the cursor or not be seen is escaped.
/// Quotes and backslashes stay, so that a name without such characters is the path itself; of what is no UTF-8 each byte is
/// shown by its number.
#[must_use]
pub fn printable(path: &Path) -> String {
    let chunks = path.as_os_str().as_encoded_bytes().utf8_chunks();
    chunks.fold(String::new(), |mut name, chunk| {
        name.push_str(&shown(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02x}");
        }
        name
    })
}

/// Reads no more than `most`: the size of a device or a growing file is not known before. About `likely` bytes are there.
fn read_from(
    name: &str,
    reader: impl Read,
    likely: u64,
    most: u64,
) -> Result<SourceFile, ReadError> {
    // One more, to see the end without asking for more room.
    let room = usize::try_from(likely.min(most)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(room + 32);
    reader
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| from_io(name, error))?;
    let path = name.to_owned();
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge { path, most });
    }
    match as_text(bytes) {
        Ok(text) => Ok(SourceFile::new(name, text)),
        Err(at) => Err(ReadError::NotUtf8 { path, at }),
    }
}

/// Bytes as a text.
///
/// # Errors
///
/// From where on they are none.
pub fn as_text(bytes: Vec<u8>) -> Result<String, Strange> {
    String::from_utf8(bytes).map_err(|error| Strange::of(error.as_bytes(), error.utf8_error()))
}

fn from_io(name: &str, error: io::Error) -> ReadError {
    let path = name.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => ReadError::Missing { path },
        io::ErrorKind::PermissionDenied => ReadError::Permission { path },
        io::ErrorKind::IsADirectory => ReadError::Directory { path },
        _ => ReadError::Io { path, error },
    }
}
