//! The run: [workers](super::worker), each with a solver context of its own, and one who takes what they find.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::verdict::query::Options;

use super::ask::Asked;
use super::isolate::Isolation;
use super::journal::{Journal, JournalError, Totals};
use super::judge::Judge;
use super::order::{cores, in_order};
use super::paths::{Item, Suite};
use super::row::Row;
use super::states::Listing;
use super::summary::Summary;
use super::tail;
use super::worker::Worker;

/// What is asked of a suite.
#[derive(Debug, Default)]
pub struct Batch {
    /// The models.
    pub models: Vec<Asked>,
    /// Limits, and what to find out.
    pub options: Options,
    /// Which final states of tests rows have, if any.
    pub states: Option<Listing>,
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
    let files = suite.items.iter().enumerate();
    let files = files.take_while(|_| !stop.load(Ordering::Relaxed));
    let worker = || {
        let mut worker = Worker::new(batch);
        move |(index, item): (usize, &Item)| worker.entry(index, item)
    };
    // One at a time needs no thread, nor to be woken for each.
    let threads = match jobs(batch, suite) {
        1 => 0,
        more => more,
    };
    let ended = in_order(threads, files, worker, &mut |entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return ControlFlow::Break(RunError::Journal(error)),
        };
        for row in &entry.rows {
            summary.count(row);
        }
        summary.done += 1;
        summary.edited += usize::from(entry.edited);
        summary.took = start.elapsed();
        match take(entry, &summary) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(RunError::Taker(error)),
        }
    });
    if let ControlFlow::Break(error) = ended {
        return Err(error);
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
    batch
        .jobs
        .unwrap_or_else(cores)
        .clamp(1, suite.items.len().max(1))
}
