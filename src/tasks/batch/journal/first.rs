//! Files of lines whose first line says what was asked: begun, gone on with, read through.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::syntax::read::printable;

use super::JournalError;
use super::lines::{Ends, Line, Lines, io_error, read};
use super::seal;

/// The first line of such a file: what was asked.
pub trait First: Sized {
    /// The line, with its end.
    fn line(&self) -> String;

    /// Reads the line.
    ///
    /// # Errors
    ///
    /// It is no such line: what it is instead.
    fn parse(text: &str) -> Result<Self, String>;

    /// What is different in a new run, in words: `with --bound 2, this run has --bound 3`.
    fn difference(&self, new: &Self) -> Option<String>;

    /// Whether all lines behind it have sums.
    fn sums(&self) -> bool;
}

/// A file of lines that was opened.
#[derive(Debug)]
pub struct Opened {
    /// What is written to.
    pub lines: Lines,
    /// What is read again of the lines that were there; none where it was started.
    pub kept: Option<File>,
    /// What is to be said of it.
    pub remark: Option<String>,
}

impl Lines {
    /// Starts a file, or with `resume` goes on with one that is there: `each` then looks at its lines behind the first.
    ///
    /// # Errors
    ///
    /// It is there and not to be gone on with, was written by another run, has a line that is wrong, or cannot be read or
    /// written.
    pub fn open<F: First>(
        path: &Path,
        first: &F,
        resume: bool,
        each: impl FnMut(Line<'_>) -> Result<(), String>,
    ) -> Result<Opened, JournalError> {
        if !resume || !path.exists() {
            return Ok(Opened {
                lines: Self::create(path, &first.line())?,
                kept: None,
                remark: None,
            });
        }
        let (known, ends) = read_headed::<F>(path, each)?;
        let name = printable(path);
        if let Some(difference) = known.as_ref().and_then(|known| known.difference(first)) {
            return Err(JournalError::Other { name, difference });
        }
        let missing = known.is_none().then(|| first.line());
        let (lines, remark) = Self::reopen(path, ends, missing.as_deref())?;
        let kept = File::open(path).map_err(|error| io_error("open", &name, error))?;
        Ok(Opened {
            lines,
            kept: Some(kept),
            remark,
        })
    }
}

/// Reads a file whose first line says what was asked, which is none where not even that was written in full.
///
/// # Errors
///
/// As for [`read_headed_from`].
pub fn read_headed<F: First>(
    path: &Path,
    each: impl FnMut(Line<'_>) -> Result<(), String>,
) -> Result<(Option<F>, Ends), JournalError> {
    let name = printable(path);
    let file = File::open(path).map_err(|error| io_error("read", &name, error))?;
    read_headed_from(&name, BufReader::with_capacity(1 << 20, file), each)
}

/// As [`read_headed`], for what need not be a file.
///
/// # Errors
///
/// It cannot be read, `each` says what is wrong with a line, or a line is not as it was written.
pub fn read_headed_from<F: First>(
    name: &str,
    reader: impl BufRead,
    mut each: impl FnMut(Line<'_>) -> Result<(), String>,
) -> Result<(Option<F>, Ends), JournalError> {
    let mut first: Option<F> = None;
    let ends = read(name, reader, |line| {
        let Some(known) = &first else {
            first = Some(F::parse(line.text)?);
            return Ok(());
        };
        each(line)?;
        seal::check(line.text, known.sums())
    })?;
    Ok((first, ends))
}
