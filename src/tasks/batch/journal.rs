//! What is known, on disk, while a run goes on.
//!
//! A journal is a text of JSON lines: a heading that says what was asked, the rows as they were
//! found, and at the end of a run a line that says so. A row is written as soon as it is known, the
//! rows of a file at once, so that whatever ends the process leaves at most one line cut in two.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::fingerprint::{fingerprint, hex};
use super::row::Row;
use crate::syntax::read::printable;

mod heading;

pub use heading::{Heading, ModelText};

/// A line of a journal that is no row.
#[derive(Debug, Serialize, Deserialize)]
struct End {
    end: Totals,
}

/// How much a finished run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Files.
    pub files: usize,
    /// Rows.
    pub rows: usize,
}

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
    /// A line is wrong.
    #[error("{name}:{line}: {what}")]
    Line {
        /// Its name.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
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
    /// The place of the first byte that is to be written anew: the end of the last whole line.
    pub end: u64,
    /// The last line is cut, at this line.
    pub cut: Option<usize>,
    /// What the last run that finished did, if nothing was written since.
    pub finished: Option<Totals>,
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    name: String,
    file: Mutex<File>,
    kept: Option<(Mutex<File>, Index)>,
    /// Remarks on what was found.
    pub remarks: Vec<String>,
}

impl Journal {
    /// Starts a journal.
    ///
    /// # Errors
    ///
    /// It is there already, or cannot be written.
    pub fn create(path: &Path, heading: &Heading) -> Result<Self, JournalError> {
        let name = printable(path);
        // A device, /dev/full say, is there and may be written.
        let regular = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0);
        if regular {
            return Err(JournalError::Exists(name));
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| io_error("open", &name, error))?;
        let journal = Self {
            name,
            file: Mutex::new(file),
            kept: None,
            remarks: Vec::new(),
        };
        journal.append(&heading.line())?;
        Ok(journal)
    }

    /// Goes on with a journal, or starts it where there is none.
    ///
    /// # Errors
    ///
    /// It belongs to another run, has a line that is wrong, or cannot be read or written.
    pub fn resume(path: &Path, heading: &Heading) -> Result<Self, JournalError> {
        if !path.exists() {
            return Self::create(path, heading);
        }
        let name = printable(path);
        let failed = |error| io_error("open", &name, error);
        let mut index = Index::default();
        let scan = scan(path, |place, length, row| index.add(place, length, &row))?;
        if let Some(known) = &scan.heading
            && let Some(difference) = known.difference(heading)
        {
            return Err(JournalError::Other { name, difference });
        }
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        let mut remarks = Vec::new();
        if let Some(line) = scan.cut {
            file.set_len(scan.end).map_err(failed)?;
            remarks.push(format!(
                "{name}:{line}: the last line was cut, as if the process had been killed; it is asked again"
            ));
        }
        let reader = File::open(path).map_err(failed)?;
        let journal = Self {
            name,
            file: Mutex::new(file),
            kept: Some((Mutex::new(reader), index)),
            remarks,
        };
        if scan.heading.is_none() {
            journal.append(&heading.line())?;
        }
        Ok(journal)
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
        let mut row = row.map_err(|error| io_error("read", &self.name, error))?;
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
        self.append(&text)
    }

    /// Says that all is done, and sees to it that it is on disk.
    ///
    /// # Errors
    ///
    /// As for [`Self::write`].
    pub fn finish(&self, totals: Totals) -> Result<(), JournalError> {
        let end = serde_json::to_string(&End { end: totals }).unwrap_or_default();
        self.append(&(end + "\n"))?;
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A pipe or device has nothing to be synchronised.
        let _ = file.sync_all();
        Ok(())
    }

    fn append(&self, text: &str) -> Result<(), JournalError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(text.as_bytes());
        written.map_err(|error| io_error("write", &self.name, error))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Index {
    fn add(&mut self, place: u64, length: usize, row: &Row) {
        let key = fingerprint(&[&row.file, &row.hash, &row.question()]);
        self.rows.insert(key, (place, length));
        self.files.insert(fingerprint(&[&row.file]));
    }
}

fn io_error(doing: &'static str, name: &str, error: io::Error) -> JournalError {
    JournalError::Io {
        doing,
        name: name.to_owned(),
        error,
    }
}

/// The row at a place of a journal.
///
/// # Errors
///
/// It cannot be read, or is none.
pub fn row_at(file: &mut File, place: u64, length: usize) -> io::Result<Row> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    Row::parse(&text).map_err(io::Error::other)
}

/// Reads a journal through, each row with its place and length in bytes.
///
/// # Errors
///
/// It cannot be read, is of another version, or has a line that is wrong and not merely cut.
pub fn scan(path: &Path, found: impl FnMut(u64, usize, Row)) -> Result<Scan, JournalError> {
    let name = printable(path);
    let file = File::open(path).map_err(|error| io_error("read", &name, error))?;
    scan_from(&name, BufReader::with_capacity(1 << 20, file), found)
}

/// As [`scan`], for a journal that need not be a file.
///
/// # Errors
///
/// As for [`scan`].
pub fn scan_from(
    name: &str,
    mut reader: impl BufRead,
    mut found: impl FnMut(u64, usize, Row),
) -> Result<Scan, JournalError> {
    let failed = |error| io_error("read", name, error);
    let mut scan = Scan {
        heading: None,
        end: 0,
        cut: None,
        finished: None,
    };
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
        if length == 0 {
            break;
        }
        if bytes.last() != Some(&b'\n') {
            scan.cut = Some(number);
            break;
        }
        let wrong = |what: String| JournalError::Line {
            name: name.to_owned(),
            line: number,
            what,
        };
        let text = std::str::from_utf8(&bytes).map_err(|_| wrong("not UTF-8 text".to_owned()))?;
        if scan.heading.is_none() {
            scan.heading = Some(Heading::parse(text).map_err(wrong)?);
        } else if let Ok(End { end }) = serde_json::from_str(text) {
            scan.finished = Some(end);
        } else {
            let row = Row::parse(text)
                .map_err(|error| wrong(format!("no row ({error}); the journal is damaged here")))?;
            scan.finished = None;
            found(scan.end, length - 1, row);
        }
        scan.end += length as u64;
    }
    Ok(scan)
}

/// The fingerprint of a text of a test, as rows carry it.
#[must_use]
pub fn hash(text: &str) -> String {
    hex(&[text])
}
