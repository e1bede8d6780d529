//! An earlier run, to see what changed.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::view::answer::Quantity;
use crate::view::diagnostic::Place;

use super::fingerprint::fingerprint;
use super::journal::JournalError;
use super::journal::seal::check;
use super::row::{Row, Verdict};
use super::states::Listed;
use crate::syntax::read::{Strange, printable};

/// The rows of an earlier run: JSON lines, or a journal.
#[derive(Debug)]
pub struct Baseline {
    /// Its name.
    name: String,
    rows: FxHashMap<u128, Before>,
}

#[derive(Debug)]
struct Before {
    verdict: Option<Verdict>,
    quantity: Option<Quantity>,
    states: Option<Listed>,
    hash: u128,
    /// Its line, to tell the rows that are no more.
    line: usize,
    seen: AtomicBool,
}

/// What an earlier run said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The answer it gave.
    pub was: String,
    /// The file of that run, and the line.
    pub from: String,
    /// The test's text is another now.
    pub edited: bool,
    /// No disagreement: what was open is answered now.
    pub fine: bool,
}

/// Why there is nothing to compare with.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(String),
    /// A line is no row.
    #[error(transparent)]
    Line(#[from] JournalError),
}

/// That a line, which begins at some byte, is no text from a place on.
fn strange(name: &str, (number, start): (usize, usize), at: Strange) -> JournalError {
    let byte = Strange {
        offset: start + at.offset,
        line: number,
        ..at
    };
    JournalError::Line {
        name: name.to_owned(),
        line: number,
        what: format!("not UTF-8 text (at byte {})", byte.offset),
        place: Some(Box::new(Place::byte(byte))),
    }
}

impl Baseline {
    /// Reads an earlier run.
    ///
    /// # Errors
    ///
    /// It cannot be read, or a line is no row.
    pub fn read(path: &Path) -> Result<Self, BaselineError> {
        let name = printable(path);
        let failed = |error: std::io::Error| {
            BaselineError::Read(format!("cannot read the baseline {name}: {error}"))
        };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let mut rows = FxHashMap::default();
        let (mut bytes, mut start, mut empty) = (Vec::new(), 0, true);
        for number in 1.. {
            start += bytes.len();
            bytes.clear();
            if file.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
                break;
            }
            let wrong = |what: String| JournalError::Line {
                name: name.clone(),
                line: number,
                what,
                place: Some(Box::new(Place::line(start, number, &bytes))),
            };
            let line = std::str::from_utf8(&bytes)
                .map_err(|error| strange(&name, (number, start), Strange::of(&bytes, error)))?;
            empty &= line.trim().is_empty();
            // Rows of one document stand between brackets, with commas.
            let line = line.trim().trim_end_matches(',');
            // The first and the last line of a journal are no rows.
            if matches!(line, "" | "[" | "]")
                || line.starts_with("{\"journal\"")
                || line.starts_with("{\"end\"")
            {
                continue;
            }
            let row = Row::parse(line).map_err(|error| {
                wrong(format!(
                    "no row of `batch --format jsonl` ({error}); \
                     a baseline is the output of an earlier run, or its journal"
                ))
            })?;
            check(line, false).map_err(wrong)?;
            let key = key(&row);
            let before = Before {
                verdict: row.verdict,
                quantity: row.quantity,
                states: row.states,
                hash: fingerprint(&[&row.hash]),
                line: number,
                seen: AtomicBool::new(false),
            };
            rows.insert(key, before);
        }
        // With nothing to compare with, all would be well.
        if empty {
            return Err(BaselineError::Read(format!("the baseline {name} is empty")));
        }
        Ok(Self { name, rows })
    }

    /// What the earlier run said of the same question, where it was something else.
    #[must_use]
    pub fn compare(&self, row: &Row) -> Option<Change> {
        let before = self.rows.get(&key(row))?;
        before.seen.store(true, Ordering::Relaxed);
        let same_quantity =
            row.quantity.is_none() || before.quantity.is_none() || row.quantity == before.quantity;
        let states = before.states.as_ref().zip(row.states.as_ref());
        let states = states.and_then(|(before, now)| before.unlike(now));
        if row.verdict == before.verdict && same_quantity && states.is_none() {
            return None;
        }
        let was = before.verdict.map_or("error", Verdict::name);
        let was = match before.quantity {
            Some(quantity) => format!("{was} ({})", quantity.name()),
            None => was.to_owned(),
        };
        Some(Change {
            was: was + &states.unwrap_or_default(),
            from: format!("{}:{}", self.name, before.line),
            edited: before.hash != fingerprint(&[&row.hash]),
            fine: before.verdict.is_none_or(Verdict::is_open),
        })
    }

    /// Whether the earlier run was asked the same.
    #[must_use]
    pub fn knows(&self, row: &Row) -> bool {
        self.rows.contains_key(&key(row))
    }

    /// That it has no final states to compare with, if so.
    #[must_use]
    pub fn lacks_states(&self) -> Option<String> {
        let name = &self.name;
        let none = self.rows.values().all(|before| before.states.is_none());
        none.then(|| {
            format!("note: {name} has no states to compare with: it is of a run without --states")
        })
    }

    /// The lines of the rows that were not compared with anything.
    #[must_use]
    pub fn unseen(&self) -> BTreeSet<usize> {
        let rows = self.rows.values();
        rows.filter(|before| !before.seen.load(Ordering::Relaxed))
            .map(|before| before.line)
            .collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn key(row: &Row) -> u128 {
    let file = row.file.strip_prefix("./").unwrap_or(&row.file);
    fingerprint(&[file, &row.question()])
}
