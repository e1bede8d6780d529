//! The arguments of `batch` and `merge` as clap reads them.

use std::path::PathBuf;

use clap::Args;

use crate::tasks::batch::shard::Shard;

use super::ask_args::Questions;
use super::count::count;
use super::memory_args::size;
use super::numbers::within;

/// `batch`.
#[derive(Debug, Args)]
pub struct Batch {
    /// Tests: files, folders (searched for *.litmus and launches of kernels, *.toml), patterns such as 'suite/**/mp*.litmus', or - for
    /// a list of these on the standard input
    #[arg(required_unless_present_any = ["list", "worker"], value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A list of paths, one a line; - for the standard input
    #[arg(long, value_name = "FILE")]
    pub list: Vec<PathBuf>,
    /// What is asked of each.
    #[command(flatten)]
    pub questions: Questions,
    /// List every final state of each test, of the registers and locations that its condition names; with
    /// --baseline, tell states that are new or gone
    #[arg(long)]
    pub states: bool,
    /// What is looked at in a final state, several with commas: P0:r0 a register, P0 all of a thread, x a
    /// location, all everything [default: what the condition names]
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "states")]
    pub observe: Vec<String>,
    /// Stop after so many states of a test under a model
    #[arg(long, value_name = "N", requires = "states", value_parser = count)]
    pub limit: Option<std::num::NonZeroUsize>,
    /// How many tests at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = within::<u16>(1..=u64::from(u16::MAX)))]
    pub jobs: Option<u16>,
    /// Memory for each test, such as 500M or 2G: each is asked in a process of its own
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Write every row to this file as soon as it is known
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on with the journal: what it has is not asked again
    #[arg(long, requires = "journal")]
    pub resume: bool,
    /// Only the K-th of N parts of the suite
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// What rows are compared with.
    #[command(flatten)]
    pub compare: Compare,
    /// Write the report to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Answer the questions of a parent process
    #[arg(long, hide = true)]
    pub worker: bool,
}

/// `merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The journals of the shards
    #[arg(required = true, value_name = "JOURNAL")]
    pub journals: Vec<PathBuf>,
    /// Write the report to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What rows are compared with.
    #[command(flatten)]
    pub compare: Compare,
}

/// What rows are compared with.
#[derive(Debug, Args)]
pub struct Compare {
    /// A table of expectations, with commas or tabs: `file,MODEL,MODEL…` with 1 or 0 for a statement
    /// that holds or does not, or rows of file, model, verdict and perhaps quantity
    #[arg(long, value_name = "TABLE")]
    pub expect: Vec<PathBuf>,
    /// An earlier run (JSON lines, or a journal): what changed?
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// A test whose own statement does not hold is a failure (exit code 1), and a warning is a mistake (2)
    #[arg(long)]
    pub strict: bool,
}
