//! What is known of a search, on disk, while it goes on.
//!
//! A journal is a text of JSON lines: a heading that says what was asked, and a row for each part of the
//! search that was asked to its end.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::syntax::read::printable;
use crate::tasks::batch::journal::JournalError;
use crate::tasks::batch::journal::first::read_headed;
use crate::tasks::batch::journal::lines::{Line, Lines};

use super::heading::Heading;

/// What was found in a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Of a walk: which of its programs tell something, by their place in the part.
    Programs(Vec<usize>),
    /// Of a formula: tests that set two models apart.
    Tests(Vec<Told>),
}

/// A test that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Its text.
    pub text: String,
    /// Fences, threads, dependencies, widths of scopes and strengths of orders.
    pub key: [usize; 5],
}

#[derive(Debug, Serialize, Deserialize)]
struct Row {
    part: String,
    #[serde(flatten)]
    found: Finding,
}

/// What journals know.
#[derive(Debug, Default)]
pub struct Known {
    /// By the names of parts.
    parts: FxHashMap<String, Entry>,
    /// A part that cannot have what is known of it.
    damaged: OnceLock<String>,
}

/// What is known of a part, and from where.
#[derive(Debug)]
struct Entry {
    found: Finding,
    journal: Arc<str>,
    line: usize,
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    /// Why it cannot be written.
    failed: Mutex<Option<JournalError>>,
}

impl Known {
    /// What was found in a part, and whether it can be; what cannot be is [damage](Self::sound).
    pub(super) fn part(
        &self,
        part: &str,
        can_have: impl FnOnce(&Finding) -> bool,
    ) -> Option<(&Finding, bool)> {
        let found = &self.parts.get(part)?.found;
        let sound = can_have(found);
        if !sound {
            // The first is as good as any.
            let _ = self.damaged.set(part.to_owned());
        }
        Some((found, sound))
    }

    /// Whether something was known that cannot be.
    pub(super) fn is_damaged(&self) -> bool {
        self.damaged.get().is_some()
    }

    /// That all that was known could be.
    ///
    /// # Errors
    ///
    /// A line of a journal says what cannot be found in its part.
    pub fn sound(&self) -> Result<(), JournalError> {
        let damaged = self.damaged.get();
        match damaged.and_then(|part| Some((part, self.parts.get(part)?))) {
            None => Ok(()),
            Some((part, entry)) => Err(JournalError::Line {
                name: entry.journal.to_string(),
                line: entry.line,
                what: format!(
                    "this cannot be found in part `{part}` of the search; the journal is damaged here"
                ),
                place: None,
            }),
        }
    }

    /// Adds what a journal knows that is only read, of whatever shard; says if its last line was cut.
    ///
    /// # Errors
    ///
    /// It is of another question, has a line that is wrong, or cannot be read.
    pub fn add(&mut self, path: &Path, heading: &Heading) -> Result<Option<String>, JournalError> {
        let name = printable(path);
        let journal: Arc<str> = name.as_str().into();
        let (known, ends) = read_headed::<Heading>(path, |line| self.line(&journal, line))?;
        let Some(known) = known else {
            return Err(JournalError::Empty(name));
        };
        match known.question(heading) {
            Some(difference) => Err(JournalError::Other { name, difference }),
            None => Ok(ends.remark(&name)),
        }
    }

    fn line(&mut self, journal: &Arc<str>, line: Line<'_>) -> Result<(), String> {
        let row: Row = serde_json::from_str(line.text).map_err(|_| {
            "no row of `part` with `programs` or `tests`; the journal is damaged here".to_owned()
        })?;
        let entry = Entry {
            found: row.found,
            journal: journal.clone(),
            line: line.number,
        };
        self.parts.insert(row.part, entry);
        Ok(())
    }
}

impl Journal {
    /// Starts a journal, or with `resume` goes on with it, and adds what it knows; says if its last line was cut.
    ///
    /// # Errors
    ///
    /// It is there already and not to be resumed, belongs to another run, has a line that is wrong, or cannot be read
    /// or written.
    pub fn open(
        path: &Path,
        heading: &Heading,
        resume: bool,
        known: &mut Known,
    ) -> Result<(Self, Option<String>), JournalError> {
        let journal: Arc<str> = printable(path).into();
        let opened = Lines::open(path, heading, resume, |line| known.line(&journal, line))?;
        let journal = Self {
            lines: opened.lines,
            failed: Mutex::new(None),
        };
        Ok((journal, opened.remark))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.lines.name()
    }

    /// Writes what was found in a part; [`Self::failure`] says later if that failed.
    pub(super) fn write(&self, part: &str, found: &Finding) {
        let row = Row {
            part: part.to_owned(),
            found: found.clone(),
        };
        let line = serde_json::to_string(&row).unwrap_or_default() + "\n";
        if let Err(error) = self.lines.append(&line) {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert(error);
        }
    }

    /// Whether it can no more be written.
    pub(super) fn has_failed(&self) -> bool {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.is_some()
    }

    /// Why it could not be written, if so; otherwise sees to it that it is on disk.
    ///
    /// # Errors
    ///
    /// The disk is full, say.
    pub fn close(&self) -> Result<(), JournalError> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.take() {
            return Err(error);
        }
        self.lines.sync();
        Ok(())
    }
}
