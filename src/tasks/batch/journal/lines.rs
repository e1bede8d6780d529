//! A file of lines that is written while a run goes on, and read by the one that goes on with it.
//!
//! Lines are written whole, so that whatever ends the process leaves at most one line cut in two.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::syntax::read::printable;
use crate::view::diagnostic::Place;

use super::JournalError;
use super::seal::sealed;

/// A file of lines that is written.
#[derive(Debug)]
pub struct Lines {
    name: String,
    /// Why there is none after a line that was not written in full: nothing may follow it.
    file: Mutex<Result<File, Failed>>,
}

/// Why a line was not written, for all who come after it.
#[derive(Debug, Clone)]
struct Failed {
    kind: io::ErrorKind,
    text: String,
}

/// A whole line that was read.
#[derive(Debug, Clone, Copy)]
pub struct Line<'t> {
    /// Its number, from 1.
    pub number: usize,
    /// Its place, in bytes from the beginning.
    pub place: u64,
    /// How many bytes it has, without its end.
    pub length: usize,
    /// What it says.
    pub text: &'t str,
}

/// Where the lines of a file end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// The end of the last whole line.
    pub end: u64,
    /// The last line is cut, at this line.
    pub cut: Option<usize>,
}

impl Lines {
    /// Starts a file.
    pub(super) fn create(path: &Path, first: &str) -> Result<Self, JournalError> {
        let name = printable(path);
        // A device, /dev/full say, is there and may be written.
        let regular = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0);
        if regular {
            return Err(JournalError::Exists(name));
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| io_error("open", &name, error))?;
        let lines = Self {
            name,
            file: Mutex::new(Ok(file)),
        };
        lines.put(first)?;
        Ok(lines)
    }

    /// Goes on with a file that was read: a line that was cut is dropped, and where not even the first was there in
    /// full, it is written. What is to be said of that comes back, too.
    pub(super) fn reopen(
        path: &Path,
        ends: Ends,
        first: Option<&str>,
    ) -> Result<(Self, Option<String>), JournalError> {
        let name = printable(path);
        let failed = |error| io_error("open", &name, error);
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        if ends.cut.is_some() {
            file.set_len(ends.end).map_err(failed)?;
        }
        let remark = ends.remark(&name);
        let lines = Self {
            name,
            file: Mutex::new(Ok(file)),
        };
        if let Some(first) = first {
            lines.put(first)?;
        }
        Ok((lines, remark))
    }

    /// Writes lines with their sums, at once. Once that has failed, nothing more is written, even if there is room
    /// again: a line that was cut can only be the last. Who comes later is told what the first was.
    ///
    /// # Errors
    ///
    /// The disk is full, say.
    pub fn append(&self, lines: &str) -> Result<(), JournalError> {
        self.put(&lines.lines().map(sealed).collect::<String>())
    }

    fn put(&self, text: &str) -> Result<(), JournalError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = match file.as_mut() {
            Ok(file) => file.write_all(text.as_bytes()).map_err(|error| Failed {
                kind: error.kind(),
                text: error.to_string(),
            }),
            Err(failed) => Err(failed.clone()),
        };
        written.map_err(|failed| {
            let error = io::Error::new(failed.kind, failed.text.clone());
            *file = Err(failed);
            io_error("write", &self.name, error)
        })
    }

    /// Sees to it that all is on disk.
    pub fn sync(&self) {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A pipe or device has nothing to be synchronised.
        let _ = file.as_ref().is_ok_and(|file| file.sync_all().is_ok());
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Ends {
    /// What is to be said of a line that was cut.
    #[must_use]
    pub fn remark(&self, name: &str) -> Option<String> {
        let line = self.cut?;
        Some(format!(
            "{name}:{line}: the last line was cut, as if the process had been killed; it is asked again"
        ))
    }
}

/// Reads lines, and where they end.
pub(super) fn read(
    name: &str,
    mut reader: impl BufRead,
    mut each: impl FnMut(Line<'_>) -> Result<(), String>,
) -> Result<Ends, JournalError> {
    let mut ends = Ends { end: 0, cut: None };
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes);
        let length = length.map_err(|error| io_error("read", name, error))?;
        if length == 0 {
            break;
        }
        if bytes.last() != Some(&b'\n') {
            ends.cut = Some(number);
            break;
        }
        let place = usize::try_from(ends.end).ok();
        let wrong = |what: String| JournalError::Line {
            name: name.to_owned(),
            line: number,
            what,
            place: place.map(|place| Box::new(Place::line(place, number, &bytes))),
        };
        let text = std::str::from_utf8(&bytes).map_err(|_| wrong("not UTF-8 text".to_owned()))?;
        let line = Line {
            number,
            place: ends.end,
            length: length - 1,
            text,
        };
        each(line).map_err(wrong)?;
        ends.end += length as u64;
    }
    Ok(ends)
}

/// The line at a place of a file, of so many bytes.
///
/// # Errors
///
/// It cannot be read, or is no text.
pub(crate) fn read_at(file: &mut File, place: u64, length: usize) -> io::Result<String> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

pub(crate) fn io_error(doing: &'static str, name: &str, error: io::Error) -> JournalError {
    JournalError::Io {
        doing,
        name: name.to_owned(),
        error,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    use super::*;

    /// A line that is cut stays the last, also when there is room again.
    #[test]
    fn nothing_follows_a_line_that_was_cut() {
        let (file, mut reader) = UnixStream::pair().unwrap();
        file.set_nonblocking(true).unwrap();
        let lines = Lines {
            name: "j".to_owned(),
            file: Mutex::new(Ok(File::from(OwnedFd::from(file)))),
        };
        lines.put("first\n").unwrap();
        let long = "x".repeat(64 << 20) + "\n";
        let first = lines.put(&long).unwrap_err();
        reader.set_nonblocking(true).unwrap();
        let mut written = Vec::new();
        // All that is there: now there is room again.
        let _ = reader.read_to_end(&mut written);
        assert!(written.len() > 6 && written.len() < long.len());
        let error = lines.put("last\n").unwrap_err();
        assert!(error.to_string().contains("the journal j"), "{error}");
        assert_eq!(error.to_string(), first.to_string());
        drop(lines);
        assert_eq!(reader.read_to_end(&mut written).unwrap(), 0);
    }
}
