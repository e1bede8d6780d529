//! What is known of a comparison on many tests, on disk, while it goes on.
//!
//! A journal is a text of JSON lines: a heading that says what was asked, then a row for each test, and at the end of a
//! run a line that says so. Each line behind the heading has a sum.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::model::Model;
use crate::tasks::batch::fingerprint::fingerprint;
use crate::tasks::batch::journal::first::First;
use crate::tasks::batch::journal::lines::{Lines, io_error, read_at};
use crate::tasks::batch::journal::seal::fields;
use crate::tasks::batch::journal::written::Written;
use crate::tasks::batch::journal::{JournalError, ModelText, Totals, engine, millis};
use crate::verdict::query::Options;

use super::given::Difference;

/// The form of journals.
const FORM: u32 = 1;

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The form of the journal.
    journal: u32,
    /// The version of the program.
    version: String,
    comparison: Question,
    /// Whether each line behind it has a sum; none had one once.
    #[serde(default)]
    sums: bool,
}

/// Two models, and how they are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Question {
    first: ModelText,
    second: ModelText,
    observe: Vec<String>,
    bound: usize,
    /// Time for each question, in milliseconds.
    timeout: Option<u64>,
    /// Time for each reason, in milliseconds.
    reason_time: Option<u64>,
    /// Who answered.
    engine: String,
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    /// Where the rows are that were there before.
    kept: Option<Kept>,
    /// Remarks on what was found.
    pub remarks: Vec<String>,
}

/// The rows that a journal had when it was opened.
#[derive(Debug)]
struct Kept {
    reader: Mutex<File>,
    /// By their keys: where, and of how many bytes.
    places: FxHashMap<String, (u64, usize)>,
}

/// What every row says.
#[derive(Deserialize)]
struct Row {
    #[serde(rename = "file")]
    _file: String,
    difference: Option<Difference>,
    error: Option<String>,
}

impl Heading {
    /// The heading of a comparison by these words for what is looked at.
    #[must_use]
    pub fn of([first, second]: [&Model; 2], observe: &[String], options: &Options) -> Self {
        Self {
            journal: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            comparison: Question {
                first: ModelText::of(first, true),
                second: ModelText::of(second, true),
                observe: observe.to_vec(),
                bound: options.bound,
                timeout: options.timeout.map(millis),
                reason_time: options.reason_time.map(millis),
                engine: engine(options),
            },
            sums: true,
        }
    }
}

impl First for Heading {
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    fn parse(text: &str) -> Result<Self, String> {
        let known = Written::parse(text, "a comparison of tests")?;
        if known.comparison.is_none() {
            let by = known.by();
            return Err(format!(
                "it is a journal of {by}, not of a comparison of tests"
            ));
        }
        known.heading(text, FORM, "rows")
    }

    fn difference(&self, new: &Self) -> Option<String> {
        let (was, is) = (self.comparison.told(), new.comparison.told());
        let other = was.into_iter().zip(is).find(|(was, is)| was != is);
        if let Some(((name, old), (_, new))) = other {
            return Some(format!("with {name} {old}, this run has {new}"));
        }
        let texts = self.comparison != new.comparison;
        texts.then(|| "when the text of a model was another".to_owned())
    }

    fn sums(&self) -> bool {
        self.sums
    }
}

impl Question {
    fn told(&self) -> [(&'static str, String); 7] {
        let time = |millis: Option<u64>| {
            millis.map_or_else(|| "none".to_owned(), |millis| format!("{millis} ms"))
        };
        let observe = match self.observe.as_slice() {
            [] => "all".to_owned(),
            words => words.join(","),
        };
        [
            ("first", self.first.name.clone()),
            ("second", self.second.name.clone()),
            ("observe", observe),
            ("bound", self.bound.to_string()),
            ("timeout", time(self.timeout)),
            ("reason_time", time(self.reason_time)),
            ("engine", self.engine.clone()),
        ]
    }
}

impl Journal {
    /// Starts a journal, or with `resume` goes on with it.
    ///
    /// # Errors
    ///
    /// It is there already and not to be resumed, belongs to another run, has a line that is wrong, or cannot be read
    /// or written.
    pub fn open(path: &Path, heading: &Heading, resume: bool) -> Result<Self, JournalError> {
        let mut places = FxHashMap::default();
        let opened = Lines::open(path, heading, resume, |line| {
            if Totals::parse(line.text).is_none() {
                let (key, _) = parsed(line.text)?;
                places.insert(key.to_owned(), (line.place, line.length));
            }
            Ok(())
        })?;
        Ok(Self {
            lines: opened.lines,
            kept: opened.kept.map(|file| Kept {
                reader: Mutex::new(file),
                places,
            }),
            remarks: opened.remark.into_iter().collect(),
        })
    }

    /// The row of a test, or of what is none for a reason.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn row(
        &self,
        name: &str,
        text: Result<&str, &str>,
    ) -> Result<Option<String>, JournalError> {
        let Some(Kept { reader, places }) = &self.kept else {
            return Ok(None);
        };
        let Some(&(place, length)) = places.get(&key(name, text)) else {
            return Ok(None);
        };
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let line = read_at(&mut reader, place, length);
        let row = line.and_then(|text| {
            parsed(&text)
                .map(|(_, row)| row.to_owned())
                .map_err(io::Error::other)
        });
        row.map(Some)
            .map_err(|error| io_error("read", self.lines.name(), error))
    }

    /// Writes the row of a test, or of what is none for a reason.
    ///
    /// # Errors
    ///
    /// It is none, or the disk is full, say.
    pub fn write(
        &self,
        name: &str,
        text: Result<&str, &str>,
        row: &str,
    ) -> Result<(), JournalError> {
        let line = format!("{{\"key\":\"{}\",\"row\":{row}}}\n", key(name, text));
        self.lines.append(&line)
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
}

/// The fingerprint of a test's name and text, or of why it has none.
fn key(name: &str, text: Result<&str, &str>) -> String {
    let parts = match text {
        Ok(text) => [name, "text", text],
        Err(why) => [name, "problem", why],
    };
    format!("{:032x}", fingerprint(&parts))
}

/// The key and the row of a line.
fn parsed(text: &str) -> Result<(&str, &str), String> {
    let damaged = |why: &str| format!("no row ({why}); the journal is damaged here");
    let rest = fields(text).strip_prefix("{\"key\":\"");
    let both = rest.and_then(|rest| rest.split_once("\",\"row\":"));
    let (key, row) = both.ok_or_else(|| damaged("it has no `key` and `row`"))?;
    checked(row).map_err(|why| damaged(&why))?;
    Ok((key, row))
}

/// That a text is a row of a comparison.
///
/// # Errors
///
/// Why it is none.
pub fn checked(row: &str) -> Result<(), String> {
    if row.contains('\n') {
        return Err("it has several lines".to_owned());
    }
    let row: Row = serde_json::from_str(row).map_err(|error| error.to_string())?;
    match (row.difference, row.error) {
        (Some(_), None) | (None, Some(_)) => Ok(()),
        (Some(_), Some(_)) | (None, None) => {
            Err("it has a `difference` or an `error`, and not both".to_owned())
        }
    }
}
