//! Comparisons on many tests that are made elsewhere: who hands the tests out, and who compares.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::model::Model;
use crate::tasks::batch::journal::Totals;
use crate::tasks::compare::given::Pair;
use crate::tasks::compare::journal::{Heading, Journal, checked};
use crate::verdict::query::Options;

use super::compare::{Question, Text};
use super::request::{Refused, told};
use super::until::stop;

/// Two models, and how they are compared: rows are lines of JSON, members of `tests` in what
/// [`compare`](super::compare()) finds.
#[derive(Debug)]
pub struct Pairs {
    question: Question,
    first: Model,
    second: Model,
    options: Options,
    journal: Option<Journal>,
}

/// The row of what has no answer.
#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    error: &'a str,
}

impl Pairs {
    /// Reads a request as [`compare`](super::compare()) has it, without `tests` and `space`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as a JSON object.
    pub fn new(request: &str) -> Result<Self, String> {
        let question = serde_json::from_str::<Question>(request);
        let question = question.map_err(|error| Refused::Error(error.to_string()));
        let pairs = question.and_then(Self::of);
        pairs.map_err(|refused| told::<()>(Err(refused)))
    }

    fn of(question: Question) -> Result<Self, Refused> {
        if question.tests.is_some() || question.space.is_some() {
            let text = "tests are given one by one, and not as `tests` or a `space`";
            return Err(Refused::Error(text.to_owned()));
        }
        let (first, second) = question.apart()?;
        let options = question.options()?;
        Ok(Self {
            question,
            first,
            second,
            options,
            journal: None,
        })
    }

    /// Has rows that are taken written to a journal; where it is resumed, what it has is kept.
    ///
    /// # Errors
    ///
    /// It is there already and not to be resumed, belongs to another run or version, is damaged, or cannot be
    /// written.
    pub fn journal(&mut self, path: &Path, resume: bool) -> Result<Vec<String>, String> {
        let models = [&self.first, &self.second];
        let heading = Heading::of(models, &self.question.observe, &self.options);
        let journal = Journal::open(path, &heading, resume);
        let journal = journal.map_err(|error| error.to_string())?;
        let remarks = journal.remarks.clone();
        self.journal = Some(journal);
        Ok(remarks)
    }

    /// Compares the models on a text: its row, until somebody sets the flag.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn ask(&self, name: &str, text: &str, flag: &Arc<AtomicBool>) -> Result<String, String> {
        let stop = stop(Some(flag));
        let options = Options {
            stop: stop.clone(),
            ..self.options.clone()
        };
        let pair = Pair {
            first: &self.first,
            second: &self.second,
        };
        let test = Text {
            name: name.to_owned(),
            text: text.to_owned(),
        };
        let found = self.question.row(&test, pair, &options);
        // What was cut short says nothing of the test.
        stop.check().map_err(|open| open.to_string())?;
        match found {
            Ok(row) => serde_json::to_string(&row).map_err(|error| error.to_string()),
            Err(Refused::Error(why)) => Ok(Self::broken(name, &why)),
            Err(Refused::Mistakes { rendered, .. }) => Ok(Self::broken(name, rendered.trim_end())),
        }
    }

    /// The row of what has no answer, because it cannot be read or because who was asked is gone.
    #[must_use]
    pub fn broken(name: &str, why: &str) -> String {
        let row = Broken {
            file: name,
            error: why,
        };
        serde_json::to_string(&row).unwrap_or_default()
    }

    /// The row of a text, or of what is none for a reason, where the journal has it.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn kept(&self, name: &str, text: Result<&str, &str>) -> Result<Option<String>, String> {
        let Some(journal) = &self.journal else {
            return Ok(None);
        };
        journal.row(name, text).map_err(|error| error.to_string())
    }

    /// Takes a row that somebody found: writes it to the journal.
    ///
    /// # Errors
    ///
    /// It is none, or cannot be written.
    pub fn take(&self, name: &str, text: Result<&str, &str>, row: &str) -> Result<(), String> {
        checked(row).map_err(|why| format!("no row of this program: {why}"))?;
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        let written = journal.write(name, text, row);
        written.map_err(|error| error.to_string())
    }

    /// Says in the journal that all is done.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn finish(&self, files: usize, rows: usize) -> Result<(), String> {
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        let finished = journal.finish(Totals { files, rows });
        finished.map_err(|error| error.to_string())
    }
}
