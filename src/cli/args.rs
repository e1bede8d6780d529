//! The arguments as clap reads them: nothing is checked here but their form.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::model::Named;
use crate::verdict::query::MOST_BOUND;

pub use super::duration::duration;
pub use super::forms::{Color, Diagnostics};

use super::numbers::within;

/// Verifies litmus tests against GPU memory models.
#[derive(Debug, Parser)]
#[command(name = "gpu-litmus", version, propagate_version = false)]
#[command(max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
}

const EXIT_CODES: &str = "\
Exit codes: 0 all answered, expectations held; 1 an expectation failed, or no fences help;
            2 bad usage or input; 3 a verdict is unknown, or unsupported where asked for by name";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Is the condition of each test reachable? Prints the verdict and what shows it
    Check(super::ask_args::Check),
    /// Do the fences of a test forbid its condition? Prints what the proof needs and what not, or a
    /// smallest execution that refutes it
    Prove(super::ask_args::Prove),
    /// The smallest sub-test with the same verdict
    Minimize(super::ask_args::Minimize),
    /// Verifies a suite in parallel, compares with expectations, and prints a report
    Batch(super::batch_args::Batch),
    /// Puts the journals of `batch --shard K/N` together
    Merge(super::batch_args::Merge),
    /// What sets two models apart: the tests whose verdict or final states differ, the smallest first
    Compare(Box<super::compare_args::Compare>),
    /// The cheapest fences, orders and scopes that make the condition unreachable
    Fences(super::ask_args::Fences),
    /// The test as it was understood: threads, placement, locations, events, dependencies
    Show(super::tell_args::Show),
    /// PTX as compilers print it: races, outcomes beyond sequential consistency, traps, deadlocks, and
    /// accesses out of bounds of a launch, told in CUDA lines
    Kernel(super::kernel_args::Kernel),
    /// Logs of loads and stores: could a machine of the model have produced them? Prints an order that
    /// explains the log, or the smallest part of it that is impossible, and why
    Trace(super::trace_args::Trace),
    /// Race-free random programs for a memory system: each load has one right value. Finds what is wrong
    /// with a coherence protocol, and what of it was tried
    Drf(Box<super::drf_args::Drf>),
    /// Runs tests many times on this machine's processor, or on simulated ones: counts the final states, and
    /// has models judge each
    Run(Box<super::hardware_args::Run>),
    /// One test over fences, thread placements and memory spaces: the tables of the papers
    Sweep(super::sweep::Args),
    /// What users assume of a model, proved on all tests up to a size, or refuted by a smallest one
    Audit(Box<super::audit::Args>),
    /// The minimal tests that a model forbids, all up to a size: its own test suite
    Synthesize(Box<super::synthesize::Args>),
    /// The standard suite: the tests of the literature with their verdicts
    Suite(super::suite::Args),
    /// Lists the models, or explains one
    Models(super::tell_args::Models),
    /// Speaks the language server protocol on the standard streams: mistakes, verdicts, completion and
    /// fences in an editor
    Lsp(super::lsp::Args),
    /// Serves the page on which tests are answered while one types, to browsers on this machine alone
    Serve(super::serve::Args),
    /// Prints a completion script for a shell
    Completions(super::tell_args::Completions),
    /// Prints a page of the manual, in roff, or writes all of them
    Man(super::tell_args::ManPages),
}

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The built-in solver finds, on a formula of all executions; Z3 confirms what is unreachable (in
    /// a build without it, a checked proof does)
    #[value(alias = "solver")]
    Auto,
    /// The built-in solver alone; a checked proof confirms what is unreachable
    Sat,
    /// Z3 alone
    Z3,
    /// Each answer by both solvers: where they do not agree, it is unknown
    Both,
    /// Enumeration of all executions, without a solver: small tests, under every built-in model
    /// (ptx-6.0 and ptx-7.5 without barriers and proxies)
    Explicit,
}

/// Options of every command.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[derive(Debug, Args)]
pub struct Global {
    /// The form of the output; each command lists those that it has
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, help_heading = GLOBAL)]
    #[arg(hide_possible_values = true)]
    pub format: Format,
    /// How often a backward jump is taken each time its loop is entered
    #[arg(long, global = true, value_name = "N", default_value_t = 2, help_heading = GLOBAL)]
    #[arg(value_parser = within::<u8>(0..=u64::from(MOST_BOUND)))]
    pub bound: u8,
    /// Whether the command line says the bound.
    #[arg(skip)]
    pub bound_said: bool,
    /// The models that settings name, where these are asked.
    #[arg(skip)]
    pub own: Vec<Named>,
    /// Who answers
    #[arg(long, global = true, value_enum, default_value_t = Engine::Auto, help_heading = GLOBAL)]
    pub engine: Engine,
    /// Ask model files without axioms too: everything is reachable under them
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub allow_empty: bool,
    /// Time for each question, its formula included, such as 500ms, 10s or 2min
    #[arg(long, global = true, value_name = "DURATION", default_value = "60s", help_heading = GLOBAL)]
    #[arg(value_parser = duration)]
    pub timeout: Duration,
    /// Time for each reason: what was found of it by then is shown, marked as not minimal
    #[arg(long, global = true, value_name = "DURATION", default_value = "2s", help_heading = GLOBAL)]
    #[arg(value_parser = duration)]
    pub reason_time: Duration,
    /// Colours; `auto` heeds `NO_COLOR` and needs a terminal
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = GLOBAL)]
    pub color: Color,
    /// The form of what is told on the standard error: for a person, or a JSON object a line
    #[arg(long, global = true, value_enum, value_name = "FORM", default_value_t = Diagnostics::Text, help_heading = GLOBAL)]
    pub diagnostics: Diagnostics,
    /// Only the verdict lines
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = GLOBAL)]
    pub quiet: bool,
    /// Also times and versions
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub verbose: bool,
}

/// Where they stand in the help.
pub const GLOBAL: &str = "Options of every command";

/// The forms of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for a person
    Text,
    /// One JSON document
    Json,
    /// Blocks in the style of herd
    Herd,
    /// A graph for Graphviz
    Dot,
    /// A picture of each execution
    Svg,
    /// Comma-separated values
    Csv,
    /// A table in Markdown
    Markdown,
    /// A JSON object a line
    Jsonl,
    /// `JUnit`'s XML, for continuous integration
    Junit,
    /// SARIF, for remarks beside the code
    Sarif,
    /// One page; of `batch` with filters
    Html,
}

impl Format {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Herd => "herd",
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Csv => "csv",
            Self::Markdown => "markdown",
            Self::Jsonl => "jsonl",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
            Self::Html => "html",
        }
    }
}
