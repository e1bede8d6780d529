//! What is known, on disk, while a run goes on.
//!
//! A journal is a text of JSON lines: a heading that says what was asked, the rows as they were
//! found, and at the end of a run a line that says so. A row is written as soon as it is known. Each line behind the
//! heading has a sum ([`seal`]).

use std::fs::File;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::fingerprint::{fingerprint, hex};
use super::row::Row;
use crate::view::diagnostic::Place;

pub mod first;
mod heading;
pub mod lines;
pub mod seal;
mod totals;
pub(crate) mod written;

use first::{read_headed, read_headed_from};
pub use heading::{Heading, ModelText};
pub(crate) use heading::{engine, millis};
use lines::{Ends, Line, Lines, io_error, read_at};
pub use totals::Totals;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot {doing} the journal {name}: {error}")]
    Io {
        /// `read`, `write`, `open`.
        doing: &'static str,
        /// Its name.
        name: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// It is there already.
    #[error("the journal {0} is there already: go on with it with --resume, or remove it")]
    Exists(String),
    /// Nothing is in it.
    #[error("{0}: the journal is empty")]
    Empty(String),
    /// A line is wrong.
    #[error("{name}:{line}: {what}")]
    Line {
        /// Its name.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
        /// Where the line stands, if that is known still.
        place: Option<Box<Place>>,
    },
    /// It belongs to another run.
    #[error("the journal {name} was written {difference}; a run goes on only as it began")]
    Other {
        /// Its name.
        name: String,
        /// What is different.
        difference: String,
    },
}

impl JournalError {
    /// The journal's name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Io { name, .. }
            | Self::Exists(name)
            | Self::Empty(name)
            | Self::Line { name, .. }
            | Self::Other { name, .. } => name,
        }
    }
}

/// Where the rows of a journal are.
#[derive(Debug, Default)]
pub struct Index {
    /// By file, text and model.
    rows: FxHashMap<u128, (u64, usize)>,
    /// The files that have rows, whatever their text was.
    files: FxHashSet<u128>,
}

/// A journal that was read through.
#[derive(Debug)]
pub struct Scan {
    /// What was asked; none where not even that was written in full.
    pub heading: Option<Heading>,
    /// Where its lines end.
    pub ends: Ends,
    /// What the last run that finished did, if nothing was written since.
    pub finished: Option<Totals>,
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    kept: Option<(Mutex<File>, Index)>,
    /// Remarks on what was found.
    pub remarks: Vec<String>,
}

impl Journal {
    /// Starts a journal, or with `resume` goes on with it.
    ///
    /// # Errors
    ///
    /// It is there already and not to be resumed, belongs to another run, has a line that is wrong, or cannot be read
    /// or written.
    pub fn open(path: &Path, heading: &Heading, resume: bool) -> Result<Self, JournalError> {
        let mut index = Index::default();
        let mut rows = Rows::new(|place, length, row| index.add(place, length, &row));
        let opened = Lines::open(path, heading, resume, |line| rows.line(line))?;
        Ok(Self {
            lines: opened.lines,
            kept: opened.kept.map(|file| (Mutex::new(file), index)),
            remarks: opened.remark.into_iter().collect(),
        })
    }

    /// The row that is known of a text and a question (see [`Row::question`]); for a text that is no
    /// test, of none.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn row(&self, file: &str, hash: &str, question: &str) -> Result<Option<Row>, JournalError> {
        let Some((reader, index)) = &self.kept else {
            return Ok(None);
        };
        let Some(&(place, length)) = index.rows.get(&fingerprint(&[file, hash, question])) else {
            return Ok(None);
        };
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let row = row_at(&mut reader, place, length);
        let mut row = row.map_err(|error| io_error("read", self.name(), error))?;
        row.kept = true;
        Ok(Some(row))
    }

    /// Whether a file has rows, of whatever text.
    #[must_use]
    pub fn knows(&self, file: &str) -> bool {
        let index = self.kept.as_ref().map(|(_, index)| index);
        index.is_some_and(|index| index.files.contains(&fingerprint(&[file])))
    }

    /// Writes rows, at once.
    ///
    /// # Errors
    ///
    /// The disk is full, say.
    pub fn write<'a>(&self, rows: impl IntoIterator<Item = &'a Row>) -> Result<(), JournalError> {
        let mut text = String::new();
        for row in rows {
            row.write_journal(&mut text);
        }
        if text.is_empty() {
            return Ok(());
        }
        self.lines.append(&text)
    }

    /// Says that all is done, and sees to it that it is on disk.
    ///
    /// # Errors
    ///
    /// As for [`Self::write`].
    pub fn finish(&self, totals: Totals) -> Result<(), JournalError> {
        self.lines.append(&totals.line())?;
        self.lines.sync();
        Ok(())
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.lines.name()
    }
}

impl Index {
    fn add(&mut self, place: u64, length: usize, row: &Row) {
        let key = fingerprint(&[&row.file, &row.hash, &row.question()]);
        self.rows.insert(key, (place, length));
        self.files.insert(fingerprint(&[&row.file]));
    }
}

/// The row at a place of a journal.
///
/// # Errors
///
/// It cannot be read, or is none.
pub fn row_at(file: &mut File, place: u64, length: usize) -> io::Result<Row> {
    let text = read_at(file, place, length)?;
    Row::parse(&text).map_err(io::Error::other)
}

/// Reads a journal through, each row with its place and length in bytes.
///
/// # Errors
///
/// It cannot be read, is of another version, or has a line that is wrong and not merely cut.
pub fn scan(path: &Path, found: impl FnMut(u64, usize, Row)) -> Result<Scan, JournalError> {
    let mut rows = Rows::new(found);
    let (heading, ends) = read_headed(path, |line| rows.line(line))?;
    Ok(rows.scan(heading, ends))
}

/// As [`scan`], for a journal that need not be a file.
///
/// # Errors
///
/// As for [`scan`].
pub fn scan_from(
    name: &str,
    reader: impl BufRead,
    found: impl FnMut(u64, usize, Row),
) -> Result<Scan, JournalError> {
    let mut rows = Rows::new(found);
    let (heading, ends) = read_headed_from(name, reader, |line| rows.line(line))?;
    Ok(rows.scan(heading, ends))
}

/// The rows of a journal of which a part was read.
struct Rows<F> {
    finished: Option<Totals>,
    found: F,
}

impl<F: FnMut(u64, usize, Row)> Rows<F> {
    const fn new(found: F) -> Self {
        Self {
            finished: None,
            found,
        }
    }

    fn line(&mut self, line: Line<'_>) -> Result<(), String> {
        if let Some(end) = Totals::parse(line.text) {
            self.finished = Some(end);
        } else {
            let row = Row::parse(line.text)
                .map_err(|error| format!("no row ({error}); the journal is damaged here"))?;
            self.finished = None;
            (self.found)(line.place, line.length, row);
        }
        Ok(())
    }

    fn scan(self, heading: Option<Heading>, ends: Ends) -> Scan {
        Scan {
            heading,
            ends,
            finished: self.finished,
        }
    }
}

/// The fingerprint of a text of a test, as rows carry it.
#[must_use]
pub fn hash(text: &str) -> String {
    hex(&[text])
}
