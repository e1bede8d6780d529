//! The arguments of `compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::duration;
use super::carried::Carried;
use super::count::count;
use super::memory_args::Memory;
use super::numbers::within;

/// `compare`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Compare {
    /// A model: its name, or the path of a .cat file
    #[arg(value_name = "A", required_unless_present = "all_models")]
    pub first: Option<String>,
    /// Another
    #[arg(value_name = "B", required_unless_present = "all_models")]
    pub second: Option<String>,
    /// All models that are built in: which allows at most what another allows, on all tests up to a size, and for every
    /// other pair the smallest test
    #[arg(long, conflicts_with_all = ["first", "second", "files", "map", "all"])]
    pub all_models: bool,
    /// Tests to compare them on: files, folders (searched for *.litmus), or - for the standard input; with
    /// none, all tests up to a size are searched
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What is looked at in final states, several with commas: P0:r0 a register, P0 all of a thread, x a
    /// location, all everything [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub observe: Vec<String>,
    /// A compiler mapping: does B allow, of what a test of A becomes by this table, an outcome that A forbids?
    /// hrf-to-ptx, sc-to-ptx, strict-to-ugpu, or a .toml file
    #[arg(long, value_name = "MAPPING", conflicts_with = "files")]
    pub map: Option<String>,
    /// The most accesses of a test that is searched [default: 6; of mappings, machines, all
    /// models and with --race-free 4]
    #[arg(long, value_name = "N", conflicts_with = "files")]
    #[arg(value_parser = within::<u8>(1..=12))]
    pub events: Option<u8>,
    /// Every test of the smallest size that sets them apart, one of each class of symmetry
    #[arg(long, conflicts_with = "files")]
    pub all: bool,
    /// Only tests without a race, of models that tell what a race is: they are asked one by one, as those of machines are
    #[arg(long, conflicts_with_all = ["files", "map", "all", "all_models"])]
    pub race_free: bool,
    /// Stop after so many of them
    #[arg(long, value_name = "N", requires = "all", value_parser = count)]
    pub limit: Option<std::num::NonZeroUsize>,
    /// What tests contain.
    #[command(flatten)]
    pub words: Words,
    /// Time for the whole search; --timeout is for each question about a test
    #[arg(long, value_name = "DURATION", default_value = "10min", value_parser = duration)]
    pub within: Duration,
    /// Write the answer to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the tests that set the models apart into a folder, a file each
    #[arg(long, value_name = "FOLDER")]
    pub export: Option<PathBuf>,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
    /// How the search is carried out.
    #[command(flatten)]
    pub carried: Carried,
}

/// What is said after the options.
pub const HELP: &str = "\
Exit codes: 0 all is known; 1 a mapping is wrong; 2 bad usage or input; 3 something is open";

/// What the tests that are searched contain; by default what both models accept and one speaks of.
#[derive(Debug, Args)]
#[command(next_help_heading = "What tests contain")]
pub struct Words {
    /// Instructions and dependencies: ld, st, rmw, fence, addr, data, ctrl
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        conflicts_with = "files"
    )]
    pub with: Vec<String>,
    /// Orders of accesses: weak, relaxed, acquire, release, `acq_rel`, sc, `rm_acquire` and so on
    #[arg(
        long,
        value_name = "ORDER",
        value_delimiter = ',',
        conflicts_with = "files"
    )]
    pub orders: Vec<String>,
    /// Scopes: thread, warp, cta, gpu, sys [default: cta,gpu; with --all-models gpu]
    #[arg(
        long,
        value_name = "SCOPE",
        value_delimiter = ',',
        conflicts_with = "files"
    )]
    pub scopes: Vec<String>,
    /// What two threads share: warp, cta, gpu, or only sys [default: cta,gpu]
    #[arg(
        long,
        value_name = "GROUP",
        value_delimiter = ',',
        conflicts_with = "files"
    )]
    pub placements: Vec<String>,
    /// Memory spaces: global, and for mappings and machines shared
    #[arg(
        long,
        value_name = "SPACE",
        value_delimiter = ',',
        conflicts_with = "files"
    )]
    pub spaces: Vec<String>,
    /// The most threads [default: 4]
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub threads: Option<usize>,
    /// The most locations [default: 3]
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub locations: Option<usize>,
}
