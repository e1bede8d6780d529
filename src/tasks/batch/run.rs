//! The run: [workers](super::worker), each with a solver context of its own, and one who takes what they find.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::verdict::query::Options;

use super::ask::Asked;
use super::isolate::Isolation;
use super::journal::{Journal, JournalError, Totals};
use super::judge::Judge;
use super::order::Queue;
use super::paths::Suite;
use super::row::Row;
use super::summary::Summary;
use super::tail;
use super::worker::Worker;

/// The stack of a worker: as much as a main thread has.
pub const STACK: usize = 8 << 20;

/// What is asked of a suite.
#[derive(Debug, Default)]
pub struct Batch {
    /// The models.
    pub models: Vec<Asked>,
    /// Limits, and what to find out.
    pub options: Options,
    /// Whether rows have all final states of tests.
    pub states: bool,
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
    /// All, without pictures.
    Texts,
    /// All.
    All,
}

impl Show {
    pub(super) fn wants(self, row: &Row) -> bool {
        match self {
            Self::None => false,
            Self::Failures => tail::deserves_a_look(row),
            Self::Texts | Self::All => true,
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
