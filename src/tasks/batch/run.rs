//! The run: workers, each with a solver context of its own, and one who takes what they find.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::axiomatic::shared::{Events, Frames};
use crate::kernel::launch::description::Check;
use crate::kernel::setup::Setup;
use crate::model::check_expectations;
use crate::program::{Program, resolve};
use crate::syntax::read::{printable, read_source};
use crate::syntax::span::SourceFile;
use crate::syntax::{Report, parse_source};
use crate::verdict::query::Options;

use super::ask::{Asked, ask, chosen};
use super::isolate::{Isolated, Isolation};
use super::journal::{Journal, JournalError, Totals, hash};
use super::judge::Judge;
use super::launch;
use super::order::Queue;
use super::paths::{Item, Suite};
use super::row::{Row, Shown};
use super::summary::Summary;
use super::tail;

/// The stack of a worker: as much as a main thread has.
const STACK: usize = 8 << 20;

/// What is asked of a suite.
#[derive(Debug, Default)]
pub struct Batch {
    /// The models.
    pub models: Vec<Asked>,
    /// Limits, and what to find out.
    pub options: Options,
    /// What the rows are compared with.
    pub judge: Judge,
    /// How many tests at a time; none for as many as there are cores.
    pub jobs: Option<usize>,
    /// Processes with a memory limit; none for threads of this process.
    pub isolation: Option<Isolation>,
    /// Where rows are written as they are found, and read from.
    pub journal: Option<Journal>,
    /// Which rows carry what shows their verdict.
    pub show: Show,
}

/// Which rows carry what shows their verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// None.
    None,
    /// Those that are not as expected, or have no answer.
    #[default]
    Failures,
    /// All.
    All,
}

impl Show {
    fn wants(self, row: &Row) -> bool {
        match self {
            Self::None => false,
            Self::Failures => tail::deserves_a_look(row),
            Self::All => true,
        }
    }
}

/// All rows of one file.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The file's place in the suite.
    pub index: usize,
    /// Its rows, in the order of the models.
    pub rows: Vec<Row>,
    /// The journal knew the file with another text.
    pub edited: bool,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// Whoever takes the rows has had enough.
    #[error("{0}")]
    Taker(E),
}

/// Answers a suite. Rows are handed over in the order of the files; `stop` ends the run after the
/// files that are being asked.
///
/// # Errors
///
/// The journal cannot be written, or `take` fails.
pub fn run<E>(
    batch: &Batch,
    suite: &Suite,
    stop: &AtomicBool,
    mut take: impl FnMut(Entry, &Summary) -> Result<(), E>,
) -> Result<Summary, RunError<E>> {
    let start = Instant::now();
    let mut summary = Summary {
        files: suite.items.len(),
        ..Summary::default()
    };
    let queue = Queue::new(suite.items.len(), stop);
    let failure = Mutex::new(None);
    let taken = thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..jobs(batch, suite) {
            let (sender, queue, failure) = (sender.clone(), &queue, &failure);
            let work = move || {
                let mut worker = Worker::new(batch);
                if let Err(error) = worker.work(suite, queue, &sender) {
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    queue.end();
                }
            };
            let thread = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            if let Err(error) = thread {
                queue.end();
                return Err(RunError::Thread(error));
            }
        }
        drop(sender);
        let mut waiting: BTreeMap<usize, Entry> = BTreeMap::new();
        for entry in results {
            waiting.insert(entry.index, entry);
            while let Some(entry) = waiting.remove(&summary.done) {
                for row in &entry.rows {
                    summary.count(row);
                }
                summary.done += 1;
                summary.edited += usize::from(entry.edited);
                summary.took = start.elapsed();
                queue.taken();
                if let Err(error) = take(entry, &summary) {
                    queue.end();
                    return Err(RunError::Taker(error));
                }
            }
        }
        Ok(())
    });
    taken?;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(RunError::Journal(error));
    }
    summary.took = start.elapsed();
    if let Some(journal) = &batch.journal
        && summary.complete()
    {
        let (files, rows) = (summary.files, summary.rows);
        journal.finish(Totals { files, rows })?;
    }
    Ok(summary)
}

fn jobs(batch: &Batch, suite: &Suite) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    batch
        .jobs
        .unwrap_or_else(cores)
        .clamp(1, suite.items.len().max(1))
}

/// One thread's part.
struct Worker<'a> {
    batch: &'a Batch,
    isolated: Option<Isolated<'a>>,
}

/// The rows of a file, and which of them are new.
#[derive(Default)]
struct Found {
    rows: Vec<Row>,
    fresh: bool,
}

impl<'a> Worker<'a> {
    fn new(batch: &'a Batch) -> Self {
        Self {
            batch,
            isolated: batch.isolation.as_ref().map(Isolated::new),
        }
    }

    fn work(
        &mut self,
        suite: &Suite,
        queue: &Queue<'_>,
        results: &Sender<Entry>,
    ) -> Result<(), JournalError> {
        while let Some(index) = queue.next() {
            let Some(item) = suite.items.get(index) else {
                break;
            };
            let entry = self.entry(index, item)?;
            // The taker is gone where it has failed.
            if results.send(entry).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn entry(&mut self, index: usize, item: &Item) -> Result<Entry, JournalError> {
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
            return self.broken(&name, "", problem);
        }
        let source = match read_source(&item.path) {
            Ok(source) => source,
            Err(error) => return self.broken(&name, "", &error.to_string()),
        };
        if launch::is_path(&item.path) {
            return self.launch(&item.path, &source);
        }
        let hash = hash(&source.text);
        match load(&source, self.batch.judge.strict) {
            Ok(program) => self.answers(&item.path, &program, &hash),
            Err(report) => self.broken(&name, &hash, &report.render(false)),
        }
    }

    /// The row of what is no test; the journal may have it already.
    fn broken(&self, name: &str, hash: &str, error: &str) -> Result<Found, JournalError> {
        let row = Row::broken(name, hash, None, error);
        let known = self.known(name, hash, "")?;
        Ok(Found {
            fresh: known.is_none(),
            rows: vec![
                known
                    .filter(|known| known.error == row.error)
                    .unwrap_or(row),
            ],
        })
    }

    fn known(&self, name: &str, hash: &str, model: &str) -> Result<Option<Row>, JournalError> {
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
        let setup = match launch::read(source, folder) {
            Ok(setup) => setup,
            Err(error) => {
                return self.broken(&source.name, &hash(&source.text), &error);
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
            let wanted = |row: &Row| {
                let mut judged = row.clone();
                batch.judge.judge(&mut judged);
                always || batch.show.wants(&judged)
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
        // The models of one check stand side by side.
        let order = |row: &Row| {
            let checks = Check::ALL.map(Check::name);
            checks.iter().position(|&name| row.check() == Some(name))
        };
        found.rows.sort_by_key(order);
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
        let wanted = |row: &Row| {
            always || {
                let mut judged = row.clone();
                batch.judge.judge(&mut judged);
                batch.show.wants(&judged)
            }
        };
        ask(frames, hash, &asked.model, &batch.options, pictures, wanted)
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

fn load(source: &SourceFile, strict: bool) -> Result<Program, Report> {
    let test = parse_source(source)?;
    let program = resolve(source, &test)?;
    check_expectations(&program)?;
    if strict && !program.warnings.is_empty() {
        return Err(Report::new(source.clone(), program.warnings));
    }
    Ok(program)
}
