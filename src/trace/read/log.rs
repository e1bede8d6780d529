//! From a file to a log.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::syntax::Report;
use crate::syntax::read::{ReadError, printable};
use crate::syntax::stray::old_line_ends;
use crate::trace::log::Log;

use super::builder::Builder;
use super::lines::{LONGEST, Line, Lines};
use super::mistake::{Kept, Mistake};
use super::table::Tables;
use super::{json, text};

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is no log.
    #[error(transparent)]
    Report(#[from] Report),
}

/// The formats.
#[derive(Debug)]
enum Format {
    Text,
    Json,
    Table(Tables),
}

impl Format {
    /// By the first line that says something.
    fn of(line: &str) -> Option<Self> {
        let line = line.trim_start();
        let word = line.split_ascii_whitespace().next()?;
        if line.starts_with('{') {
            Some(Self::Json)
        } else if word == "trace" {
            Some(Self::Text)
        } else if word.starts_with('#') && !line.contains('(') {
            None
        } else {
            Some(Self::Table(Tables::default()))
        }
    }
}

/// A log that is being read, line by line.
pub struct Reader<R> {
    name: String,
    lines: Lines<R>,
    format: Option<Format>,
    /// What was read.
    pub builder: Builder,
    partial: bool,
    cut: bool,
}

/// The bytes of a file, or of the standard input if the path is `-`, with the name to show.
///
/// # Errors
///
/// It cannot be opened.
pub fn open(path: &Path) -> Result<(String, Box<dyn Read>), ReadError> {
    if path.as_os_str() == "-" {
        return Ok(("<stdin>".to_owned(), Box::new(io::stdin().lock())));
    }
    let name = printable(path);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ReadError::Missing { path: name.clone() },
        io::ErrorKind::PermissionDenied => ReadError::Permission { path: name.clone() },
        _ => ReadError::Io {
            path: name.clone(),
            error,
        },
    };
    if std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Err(ReadError::Io {
            path: name,
            error: io::Error::other("is a directory, expected a log"),
        });
    }
    let file = File::open(path).map_err(failed)?;
    Ok((name, Box::new(file)))
}

/// Reads a whole log; `partial` says that its last line may be cut.
///
/// # Errors
///
/// It cannot be read, or is none.
pub fn read(path: &Path, partial: bool) -> Result<Log, Wrong> {
    let (name, input) = open(path)?;
    Reader::new(name, input, partial).whole()
}

/// Reads a log that is at hand.
///
/// # Errors
///
/// It is none.
pub fn read_text(name: &str, text: &str, partial: bool) -> Result<Log, Wrong> {
    Reader::new(name.to_owned(), text.as_bytes(), partial).whole()
}

impl<R: Read> Reader<R> {
    /// Reads from here.
    pub fn new(name: String, input: R, partial: bool) -> Self {
        Self {
            name,
            lines: Lines::new(input),
            format: None,
            builder: Builder::default(),
            partial,
            cut: false,
        }
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it.
    fn whole(mut self) -> Result<Log, Wrong> {
        while self.step()? {}
        self.finish()
    }

    /// Reads one line; says whether there was one.
    ///
    /// # Errors
    ///
    /// It is wrong.
    pub fn step(&mut self) -> Result<bool, Wrong> {
        let failed = |error| ReadError::Io {
            path: self.name.clone(),
            error,
        };
        let number = self.lines.number() + 1;
        let (wrong, shown) = match self.lines.read().map_err(failed)? {
            None => return Ok(false),
            Some(Line::Long) => {
                let text = format!("a line is longer than {} KiB", LONGEST >> 10);
                (Mistake::new(0..0, text, "starts here"), String::new())
            }
            Some(Line::NotText(at)) => {
                let text = format!("the line is not UTF-8 text (at its byte {})", at + 1);
                let wrong = Mistake::new(at..at, text, "starts here");
                return Err(self.strange(&wrong, number));
            }
            Some(Line::Text { text, ended }) => {
                let old = old_line_ends(text).filter(|_| number == 1 && !ended);
                let read = match old {
                    Some(old) => Err(Mistake::of(&old)),
                    None => line(&mut self.format, &mut self.builder, text, number, ended),
                };
                match read {
                    Ok(()) => return Ok(true),
                    Err(_) if !ended && self.partial && number > 1 => {
                        self.cut = true;
                        return Ok(true);
                    }
                    Err(wrong) => (wrong, text.to_owned()),
                }
            }
        };
        Err(self.report(&wrong, &shown, number))
    }

    /// The same of a line that is no text: a sign stands for what is none.
    fn strange(&self, wrong: &Mistake, number: u64) -> Wrong {
        let text = self.lines.kept().map(|kept| format!("{kept}\u{fffd}\n"));
        let text = text.filter(|text| text.lines().count() as u64 >= number);
        let kept = text.as_deref().map_or(Kept::Line("\u{fffd}"), Kept::Whole);
        wrong.report(&self.name, kept, number).into()
    }

    fn report(&self, wrong: &Mistake, line: &str, number: u64) -> Wrong {
        let kept = self.lines.kept();
        let kept = kept.filter(|text| text.lines().count() as u64 >= number);
        let kept = kept.map_or(Kept::Line(line), Kept::Whole);
        wrong.report(&self.name, kept, number).into()
    }

    /// The log, when all is read.
    ///
    /// # Errors
    ///
    /// It does not hold together, or has nothing in it.
    pub fn finish(mut self) -> Result<Log, Wrong> {
        let nothing = match &self.format {
            None => true,
            Some(Format::Table(tables)) => tables.cells == 0,
            Some(Format::Text | Format::Json) => false,
        };
        if nothing {
            let text = "this is no log";
            let one = Mistake::new(0..0, text, "neither a header nor an event").with_help(
                "a text log starts with `trace 1`, a JSON log with {\"trace\":1}, a table has cells such as S^1(A)a1",
            );
            return Err(self.report(&one, "", 1));
        }
        let builder = std::mem::take(&mut self.builder);
        let mut log = match builder.finish() {
            Ok(log) => log,
            Err(wrong) => return Err(self.report(&wrong, "", wrong.line.unwrap_or(1))),
        };
        log.name.clone_from(&self.name);
        if self.cut {
            let text = format!("line {} is cut and was left out", self.lines.number());
            log.notes.push(text);
        }
        Ok(log)
    }
}

/// Reads one line in its format.
fn line(
    format: &mut Option<Format>,
    builder: &mut Builder,
    text: &str,
    number: u64,
    ended: bool,
) -> Result<(), Mistake> {
    let text = text
        .strip_prefix('\u{feff}')
        .filter(|_| number == 1)
        .unwrap_or(text);
    if format.is_none() {
        *format = Format::of(text);
    }
    match format {
        None => Ok(()),
        // Half a number is a number: only a line with its end is known to be whole.
        Some(Format::Text) if !ended => Err(Mistake::new(
            text.len()..text.len(),
            "the last line has no end: it may be cut",
            "expected a line end",
        )
        .with_help("--partial leaves a cut line out; a line end takes it as it is")),
        Some(Format::Text) => text::read_line(builder, text, number),
        Some(Format::Json) => json::read_line(builder, text, number).map_err(|wrong| {
            let cut = !ended && number > 1 && wrong.help.is_none() && json::is_cut(text);
            if cut {
                wrong.with_help("the last line has no end: --partial leaves a cut line out")
            } else {
                wrong
            }
        }),
        Some(Format::Table(tables)) => tables.read_line(builder, text, number),
    }
}
