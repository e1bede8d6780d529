//! A worker of a run: from a file to its rows.

use std::path::Path;

use crate::axiomatic::shared::{Events, Frames};
use crate::kernel::load::{LoadError, launch as load_launch};
use crate::kernel::setup::Setup;
use crate::model::load_test;
use crate::program::Program;
use crate::syntax::Report;
use crate::syntax::read::{printable, read_source};
use crate::syntax::span::SourceFile;

use super::ask::{Asked, Besides, ask, chosen};
use super::isolate::Isolated;
use super::journal::{JournalError, hash};
use super::launch;
use super::paths::Item;
use super::row::{Row, Shown};
use super::run::{Batch, Entry, Show};

/// One thread's part.
pub struct Worker<'a> {
    pub(super) batch: &'a Batch,
    isolated: Option<Isolated<'a>>,
}

/// The rows of a file, and which of them are new.
#[derive(Default)]
pub(super) struct Found {
    pub(super) rows: Vec<Row>,
    fresh: bool,
}

impl<'a> Worker<'a> {
    /// One that answers what this batch asks.
    #[must_use]
    pub fn new(batch: &'a Batch) -> Self {
        Self {
            batch,
            isolated: batch.isolation.as_ref().map(Isolated::new),
        }
    }

    /// Answers a file.
    ///
    /// # Errors
    ///
    /// The journal cannot be read or written.
    pub(super) fn entry(&mut self, index: usize, item: &Item) -> Result<Entry, JournalError> {
        let mut found = self.rows(item)?;
        for row in &mut found.rows {
            self.batch.judge.judge(row);
        }
        let mut edited = false;
        if let Some(journal) = &self.batch.journal {
            journal.write(found.rows.iter().filter(|row| !row.kept))?;
            let name = found.rows.first().map_or("", |row| &row.file);
            edited = found.fresh && found.rows.iter().all(|row| !row.kept) && journal.knows(name);
        }
        for row in &mut found.rows {
            self.trim(row);
        }
        Ok(Entry {
            index,
            rows: found.rows,
            edited,
        })
    }

    fn rows(&mut self, item: &Item) -> Result<Found, JournalError> {
        let name = printable(&item.path);
        if let Some(problem) = &item.problem {
            return self.broken(match &item.listed {
                Some(origin) => Row::unlisted(&name, problem, origin),
                None => Row::broken(&name, "", None, problem),
            });
        }
        let source = match read_source(&item.path) {
            Ok(source) => source,
            Err(error) => {
                return self.broken(Row::unread(&name, "", &error));
            }
        };
        if launch::is_path(&item.path) {
            return self.launch(&item.path, &source);
        }
        self.test(&item.path, &source)
    }

    /// The rows of a litmus test.
    pub(super) fn test(&mut self, path: &Path, source: &SourceFile) -> Result<Found, JournalError> {
        let hash = hash(&source.text);
        match load(source, self.batch.judge.strict) {
            Ok(program) => self.answers(path, &program, &hash),
            Err(report) => self.broken(Row::mistaken(&source.name, &hash, None, &report)),
        }
    }

    /// The row of what is no test; the journal may have it already.
    fn broken(&self, row: Row) -> Result<Found, JournalError> {
        let known = self.known(&row.file, &row.hash, "")?;
        Ok(Found {
            fresh: known.is_none(),
            rows: vec![
                known
                    .filter(|known| known.error == row.error)
                    .unwrap_or(row),
            ],
        })
    }

    pub(super) fn known(
        &self,
        name: &str,
        hash: &str,
        model: &str,
    ) -> Result<Option<Row>, JournalError> {
        let journal = self.batch.journal.as_ref();
        journal.map_or(Ok(None), |journal| journal.row(name, hash, model))
    }

    fn answers(
        &mut self,
        path: &Path,
        program: &Program,
        hash: &str,
    ) -> Result<Found, JournalError> {
        let batch = self.batch;
        let file: &str = &program.source.name;
        let expects = |model: &str| batch.judge.expectations.of(file, model).next().is_some();
        let mut found = Found::default();
        let models = batch.models.iter().map(|asked| (&asked.model, asked.named));
        let events = Events::new(program, batch.options.bound);
        let frames = if batch.models.len() > 1 {
            Frames::kept(&events)
        } else {
            Frames::once(&events)
        };
        for index in chosen(models, program, expects) {
            let Some(asked) = batch.models.get(index) else {
                continue;
            };
            let row = if let Some(row) = self.known(file, hash, &asked.model.name)? {
                row
            } else {
                found.fresh = true;
                self.ask(path, &frames, hash, (index, asked))
            };
            found.rows.push(row);
        }
        Ok(found)
    }

    /// The rows of a launch: of each model that was named, or of the one that its file speaks of.
    fn launch(&mut self, path: &Path, source: &SourceFile) -> Result<Found, JournalError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let setup = match load_launch(source, folder) {
            Ok(setup) => setup,
            Err(error) => {
                let (name, hash) = (&source.name, hash(&source.text));
                return self.broken(match error {
                    LoadError::Read(error) => Row::unread(name, &hash, &error),
                    LoadError::Report(report) => Row::mistaken(name, &hash, None, &report),
                });
            }
        };
        let hash = launch::fingerprint(&setup);
        let batch = self.batch;
        let always = batch.journal.is_some();
        let mut found = Found::default();
        for (index, asked) in batch.models.iter().enumerate() {
            let model = asked.model.name.as_str();
            if !asked.named && model != launch::DEFAULT {
                continue;
            }
            if let Some(rows) = self.known_launch(&setup, &hash, model)? {
                found.rows.extend(rows);
                continue;
            }
            found.fresh = true;
            let wanted = |row: &mut Row| {
                batch.judge.judge(row);
                always || batch.show.wants(row)
            };
            let rows = match &mut self.isolated {
                Some(isolated) => {
                    let show = always || batch.show != Show::None;
                    isolated.ask_launch(path, &setup, &hash, (index, model), show)
                }
                None => launch::rows(&setup, &hash, model, &batch.options, wanted),
            };
            found.rows.extend(rows);
        }
        found.rows.sort_by_key(launch::place);
        Ok(found)
    }

    /// The rows of a launch that the journal has, if it has all.
    fn known_launch(
        &self,
        setup: &Setup,
        hash: &str,
        model: &str,
    ) -> Result<Option<Vec<Row>>, JournalError> {
        let file: &str = &setup.description.source.name;
        let mut rows = Vec::new();
        for check in setup.description.asked() {
            let question = format!("{model}/{}", check.name());
            match self.known(file, hash, &question)? {
                Some(row) => rows.push(row),
                None => return Ok(None),
            }
        }
        Ok((!rows.is_empty()).then_some(rows))
    }

    fn ask(
        &mut self,
        path: &Path,
        frames: &Frames<'_>,
        hash: &str,
        (index, asked): (usize, &Asked),
    ) -> Row {
        let batch = self.batch;
        let always = batch.journal.is_some();
        let pictures = batch.show == Show::All;
        if let Some(isolated) = &mut self.isolated {
            let show = always || batch.show != Show::None;
            let program = frames.events().program();
            return isolated.ask(path, program, hash, (index, &asked.model), (show, pictures));
        }
        // Most answers are as expected, and nobody wants to read them.
        let wanted = |row: &mut Row| {
            batch.judge.judge(row);
            always || batch.show.wants(row)
        };
        let besides = Besides {
            pictures,
            states: batch.states.clone(),
        };
        ask(frames, hash, &asked.model, &batch.options, &besides, wanted)
    }

    /// Drops what shows the verdict where nobody will look at it.
    fn trim(&self, row: &mut Row) {
        if !self.batch.show.wants(row) {
            row.shown = None;
        } else if row.shown.is_none() {
            let text = row.error.clone();
            row.shown = text.map(|text| Shown {
                text,
                picture: None,
            });
        }
    }
}

pub(super) fn load(source: &SourceFile, strict: bool) -> Result<Program, Report> {
    let program = load_test(source)?;
    if strict && !program.warnings.is_empty() {
        return Err(Report::new(source.clone(), program.warnings));
    }
    Ok(program)
}
