//! The arguments of the commands that ask models of a test.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::duration;
use super::count::count;
use super::memory_args::Memory;

/// Whether to answer again.
#[derive(Debug, Args)]
pub struct Watch {
    /// Answer again whenever a test, a model file beside one asked, or the settings change, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
}

/// `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Tests: files, folders (searched for *.litmus), or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What is asked of each.
    #[command(flatten)]
    pub questions: Questions,
    /// A test whose own statement does not hold is a failure (exit code 1), and a warning is a mistake (2)
    #[arg(long)]
    pub strict: bool,
    /// Whether to answer again.
    #[command(flatten)]
    pub watch: Watch,
    /// Show a smallest witness: the fewest accesses, then the fewest relaxations
    #[arg(long)]
    pub minimal: bool,
    /// Show an execution with a data race, or why there is none, under models that only flag races (ptx-*)
    #[arg(long)]
    pub race: bool,
    /// Which final states are listed.
    #[command(flatten)]
    pub states: States,
    /// Write the answers to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write what is unreachable into a folder as formulas (DIMACS) and their proofs (DRAT), for other
    /// checkers; the built-in solver answers then
    #[arg(long, value_name = "FOLDER")]
    pub proof: Option<PathBuf>,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
}

/// Which final states are listed, and how.
#[derive(Debug, Args)]
pub struct States {
    /// List every final state that the model allows, those marked that satisfy the condition
    #[arg(id = "states", long = "states")]
    pub list: bool,
    /// What is looked at in a final state, several with commas: P0:r0 a register, P0 all of a thread, x a
    /// location, all everything [default: what the condition names]
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "states")]
    pub observe: Vec<String>,
    /// Stop after so many states
    #[arg(long, value_name = "N", requires = "states", value_parser = count)]
    pub limit: Option<std::num::NonZeroUsize>,
    /// Show an execution for each state
    #[arg(long, requires = "states")]
    pub witnesses: bool,
}

/// What is asked of each test.
#[derive(Debug, Args)]
pub struct Questions {
    /// Models by name or path of a .cat file, several with commas; `all` asks every built-in model
    /// that accepts the test
    #[arg(
        short,
        long = "model",
        value_name = "MODEL",
        value_delimiter = ',',
        default_value = "all"
    )]
    pub models: Vec<String>,
    /// Do not ask in how many executions the condition holds
    #[arg(long)]
    pub no_quantity: bool,
    /// Do not look for the reason of an unreachable condition
    #[arg(long)]
    pub no_reason: bool,
}

/// `prove`.
#[derive(Debug, Args)]
pub struct Prove {
    /// The test: a file, or - for the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Models by name or path of a .cat file, several with commas; `all` asks every built-in model
    /// that accepts the test
    #[arg(short, long = "model", value_name = "MODEL", value_delimiter = ',')]
    pub models: Vec<String>,
    /// Write the answers to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Whether to answer again.
    #[command(flatten)]
    pub watch: Watch,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
}

/// `minimize`.
#[derive(Debug, Args)]
pub struct Minimize {
    /// The test: a file, or - for the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Models by name or path of a .cat file, several with commas: the verdict of each is kept
    #[arg(short, long = "model", value_name = "MODEL", value_delimiter = ',')]
    pub models: Vec<String>,
    /// What must stay, several with commas: P0 a thread, lock every instruction that names it, P0:lock
    /// those of one thread
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Write the smaller test there instead of printing it
    #[arg(short, long, value_name = "PATH", conflicts_with = "watch")]
    pub output: Option<PathBuf>,
    /// Whether to answer again.
    #[command(flatten)]
    pub watch: Watch,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
}

/// `fences`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Fences {
    /// The test: a file, or - for the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The model: a name or the path of a .cat file
    #[arg(short, long, value_name = "MODEL")]
    pub model: Option<String>,
    /// What things cost: scopes (thread warp cta gpu sys), orders of accesses (relaxed acquire release
    /// `acq_rel`), what comes on top (sc remote), proxy fences and barriers (proxy barrier)
    #[arg(long = "cost", value_name = "NAME=N", value_delimiter = ',')]
    #[arg(long_help = COSTS)]
    pub costs: Vec<String>,
    /// List every solution of the lowest cost
    #[arg(long)]
    pub all: bool,
    /// Write the changed test to a file
    #[arg(short, long, value_name = "FILE", conflicts_with = "watch")]
    pub output: Option<PathBuf>,
    /// Change fences only, not the orders and scopes of accesses
    #[arg(id = "fences_only", long = "fences-only")]
    pub keep_accesses: bool,
    /// Also weaken accesses and fences, and remove fences, where that is cheaper
    #[arg(long)]
    pub may_weaken: bool,
    /// Weaken and remove nothing: so it is anyway
    #[arg(long, hide = true, conflicts_with = "may_weaken")]
    pub no_weaken: bool,
    /// Time for the whole search; --timeout is for each question
    #[arg(long, value_name = "DURATION", default_value = "10min", value_parser = duration)]
    pub within: Duration,
    /// Whether to answer again.
    #[command(flatten)]
    pub watch: Watch,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
}

const COSTS: &str = "\
What things cost, several with commas. A fence costs its scope; a strong access its order and its
scope; what is `sc` or remote costs more on top; weak accesses cost nothing. A barrier has its price
in each thread that comes to it.
[default: thread=0,warp=0,cta=1,gpu=4,sys=16,sc=2,relaxed=1,acquire=2,release=2,acq_rel=3,remote=8,
proxy=4,barrier=8]";
