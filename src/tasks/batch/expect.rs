//! Tables of expectations.
//!
//! Two forms, with commas or tabs. Wide: a heading `file,MODEL,MODEL…`, and for each file and model
//! `1` where the test's own statement holds, `0` where it does not, a verdict, or nothing. Long: a
//! row `file, model, verdict[, quantity]` for each question, with or without that heading. Files are
//! relative to the table's folder, or else to the current one.

use std::fmt;
use std::path::{Component, Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::read::{as_text, printable};
use crate::syntax::span::{SourceFile, Span};
use crate::syntax::stray::old_line_ends;
use crate::view::answer::Quantity;

use super::fingerprint::fingerprint;
use super::list::Unread;
use super::paths::Suite;
use super::row::{QUANTITIES, Row, VERDICTS, Verdict, quantity_named, verdict_named};

mod gone;
mod table;

use table::{Cell, Record};

/// So many mistakes of one table are shown.
const MISTAKES: usize = 20;

/// What is expected of tests and models.
#[derive(Debug, Default)]
pub struct Expectations {
    tables: Vec<Table>,
    wanted: FxHashMap<u128, Vec<(usize, usize, Wanted)>>,
}

#[derive(Debug)]
struct Table {
    source: SourceFile,
    /// The files that it names, each where it does so first.
    files: FxHashMap<u128, Span>,
}

/// What is expected of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// In how many executions the condition holds; nothing is expected of a racy program.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement holds.
    pub holds: Option<bool>,
}

impl Wanted {
    /// Whether it is not known whether a row is so: of a statement that is open.
    #[must_use]
    pub fn is_open(&self, row: &Row) -> bool {
        self.holds.is_some() && row.holds.is_none() && row.leaves_open()
    }

    /// Whether a row is so. A quantity that was not asked for says nothing.
    #[must_use]
    pub fn met(&self, row: &Row) -> bool {
        let verdict = self
            .verdict
            .is_none_or(|verdict| row.verdict == Some(verdict));
        let quantity = match (self.quantity, row.quantity) {
            (Some(wanted), Some(found)) => wanted == found || row.verdict == Some(Verdict::Racy),
            _ => true,
        };
        verdict && quantity && self.holds.is_none_or(|holds| row.holds == Some(holds))
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict, self.quantity, self.holds) {
            (Some(verdict), Some(quantity), _) if verdict != Verdict::Racy => {
                write!(f, "{} ({})", verdict.name(), quantity.name())
            }
            (Some(verdict), ..) => f.write_str(verdict.name()),
            (None, _, Some(true)) => f.write_str("the statement holds"),
            (None, _, Some(false)) => f.write_str("the statement does not hold"),
            (None, ..) => f.write_str("nothing"),
        }
    }
}

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] Unread),
    /// It has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
}

impl Expectations {
    /// Adds a table from a file. `models` are the models that there are.
    ///
    /// # Errors
    ///
    /// It cannot be read, or has mistakes.
    pub fn read(&mut self, path: &Path, models: &[&str]) -> Result<(), TableError> {
        let name = printable(path);
        let unread = |why: &str| Unread::new("expectations", name.clone(), why, None);
        let bytes = std::fs::read(path).map_err(|error| unread(&error.to_string()))?;
        let text = as_text(bytes);
        let text = text.map_err(|at| Unread::bytes("expectations", name.clone(), at))?;
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        Ok(self.add(&name, &text, folder, models)?)
    }

    /// Adds a table that is a text; its files are relative to a folder.
    ///
    /// # Errors
    ///
    /// All its mistakes.
    pub fn add(
        &mut self,
        name: &str,
        text: &str,
        folder: &Path,
        models: &[&str],
    ) -> Result<(), Report> {
        if let Some(mistake) = old_line_ends(text) {
            return Err(Report::new(SourceFile::new(name, text), vec![mistake]));
        }
        let (records, mut mistakes) = table::records(text, models);
        let mut files = FxHashMap::default();
        let index = self.tables.len();
        for record in &records {
            let Record {
                file,
                model,
                line,
                span,
                named,
                ..
            } = record;
            let Some(wanted) = wanted(record, &mut mistakes) else {
                continue;
            };
            let place = place(folder, file);
            files.entry(fingerprint(&[&place])).or_insert(*named);
            let all = self
                .wanted
                .entry(fingerprint(&[&place, model]))
                .or_default();
            let same = all.iter().find(|(table, ..)| *table == index);
            if let Some((_, first, known)) = same {
                if *known != wanted {
                    mistakes.push(
                        Diagnostic::new(
                            format!("two different expectations of `{model}` for {file}"),
                            *span,
                            format!("line {first} expects {known}"),
                        )
                        .with_help("leave one of them out"),
                    );
                }
                continue;
            }
            all.push((index, *line, wanted));
        }
        let source = SourceFile::new(name, text);
        self.tables.push(Table {
            source: source.clone(),
            files,
        });
        if mistakes.is_empty() {
            return Ok(());
        }
        mistakes.truncate(MISTAKES);
        Err(Report::new(source, mistakes))
    }

    /// What is expected of a file under a model, and by which line of which table.
    pub fn of(&self, file: &str, model: &str) -> impl Iterator<Item = (String, Wanted)> {
        let found = if self.wanted.is_empty() {
            None
        } else {
            self.wanted
                .get(&fingerprint(&[&absolute(Path::new(file)), model]))
        };
        found.into_iter().flatten().map(|(table, line, wanted)| {
            let name = self
                .tables
                .get(*table)
                .map_or("", |table| &table.source.name);
            (format!("{name}:{line}"), *wanted)
        })
    }

    /// For each table its name, how many files it names, and how many of them the suite does not have; and what it says of
    /// files that are nowhere.
    #[must_use]
    pub fn unmatched(&self, suite: &Suite) -> Vec<(&str, usize, usize, Option<Report>)> {
        let paths = suite
            .items
            .iter()
            .map(|item| fingerprint(&[&absolute(&item.path)]));
        let paths: FxHashSet<u128> = paths.collect();
        let tables = self.tables.iter();
        tables
            .map(|table| {
                let missing = table.files.iter().filter(|(file, _)| !paths.contains(file));
                let missing: Vec<Span> = missing.map(|(_, span)| *span).collect();
                let gone = gone::told(&table.source, &missing, suite);
                (&*table.source.name, table.files.len(), missing.len(), gone)
            })
            .collect()
    }
}

/// What a record expects; none if it has a mistake, which is noted.
fn wanted(record: &Record, mistakes: &mut Vec<Diagnostic>) -> Option<Wanted> {
    let mut wanted = Wanted::default();
    match &record.cell {
        Cell::Holds(holds) => wanted.holds = Some(*holds),
        Cell::Verdict(name, span) => {
            let Some(verdict) = verdict_named(name) else {
                mistakes.push(no_such(
                    "verdict",
                    name,
                    *span,
                    &VERDICTS.map(Verdict::name),
                ));
                return None;
            };
            wanted.verdict = Some(verdict);
        }
    }
    if let Some((name, span)) = &record.quantity {
        let Some(quantity) = quantity_named(name) else {
            let known = QUANTITIES.map(Quantity::name);
            mistakes.push(no_such("quantity", name, *span, &known));
            return None;
        };
        wanted.quantity = Some(quantity);
    }
    Some(wanted)
}

/// That a name is none of those there are.
fn no_such(what: &str, name: &str, span: Span, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        format!("there is no {what} `{name}`"),
        span,
        format!("expected one of {}", known.join(", ")),
    );
    diagnostic.with_suggestion(name, known.iter().copied())
}

/// The file that a table means: one of its folder, or else of the current one.
fn place(folder: &Path, file: &str) -> String {
    let beside = folder.join(file);
    let here = Path::new(file);
    if !beside.exists() && here.exists() {
        absolute(here)
    } else {
        absolute(&beside)
    }
}

/// The name of the absolute path, without `.` and `..`, as far as that can be said without the disk.
fn absolute(path: &Path) -> String {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut clean = PathBuf::new();
    for part in full.components() {
        match part {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            other => clean.push(other),
        }
    }
    // Rows know their files by these names.
    printable(&clean)
}
