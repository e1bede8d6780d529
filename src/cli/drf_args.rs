//! The arguments of `drf`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::args::duration;
use super::numbers::within;

/// `drf`.
#[derive(Debug, Args)]
#[command(after_help = AFTER, args_conflicts_with_subcommands = true)]
pub struct Drf {
    /// Many runs, or what there is
    #[command(subcommand)]
    pub task: Option<Task>,
    /// One run.
    #[command(flatten)]
    pub run: Run,
}

/// What else there is to do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// 24 runs: sizes of caches, numbers of locks, lengths of episodes and runs; prints hit maps of the
    /// controllers
    Sweep(Sweep),
    /// Random episodes beside fixed litmus tests and the access patterns of applications: what each finds, bug by bug, with
    /// as many accesses
    Compare(Compare),
    /// Writes small programs as litmus tests, to prove that they have no race and that no load can be wrong
    Export(Export),
    /// Serves a built-in device over standard input and output, as --exec expects one
    Serve(Serve),
    /// Lists the devices and the bugs that can be switched on
    Bugs,
}

/// The device and its bug.
#[derive(Debug, Args)]
pub struct Which {
    /// The device that is tested: viper, rsp, msi, ugpu-weak, ugpu-coherent, ugpu-strong
    #[arg(long, value_name = "NAME", default_value = "viper")]
    pub device: String,
    /// A bug to switch on; `drf bugs` lists them
    #[arg(long, value_name = "NAME")]
    pub bug: Option<String>,
    /// The seed of all choices: the same seed, the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Compute units, each with one block
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub units: u32,
    /// Wavefronts of a unit
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub wavefronts: u32,
    /// Threads of a wavefront
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub lanes: u32,
    /// Variables, which share lines with the locks
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub variables: u32,
    /// How many in a hundred accesses are stores
    #[arg(long, value_name = "PERCENT", default_value_t = 30)]
    pub stores: u32,
    /// How scopes are used: each lock by all threads; each by one block, at block scope; some so and some so, what is handed on
    /// through both; each by one block at block scope, and by the others by remote atomics
    #[arg(long, value_enum, default_value_t = Mode::Device)]
    pub mode: Mode,
    /// The threads of a wavefront wait for each other after each access
    #[arg(long)]
    pub lockstep: bool,
    /// Accesses that a thread has outstanding at most
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub window: u32,
    /// A request that is not answered for so many steps is a deadlock, if it still is not while nobody asks for more
    #[arg(long, value_name = "STEPS", default_value_t = 1_000_000)]
    pub patience: u64,
    /// Bytes of a cache line
    #[arg(long, value_name = "BYTES", default_value_t = 64)]
    pub line: u32,
    /// Bytes of a word
    #[arg(long, value_name = "BYTES", default_value_t = 4)]
    pub word: u32,
}

/// One run.
#[derive(Debug, Args)]
pub struct Run {
    /// The device.
    #[command(flatten)]
    pub which: Which,
    /// Test a device of your own: this command, which speaks the protocol of docs/testing.md over standard
    /// input and output
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["device", "bug", "caches", "hold"])]
    pub exec: Option<String>,
    /// So long such a device may be silent
    #[arg(long, value_name = "TIME", default_value = "10s", requires = "exec")]
    #[arg(value_parser = duration)]
    pub silence: Duration,
    /// Sizes of the caches: L1 256 B and L2 1 KiB; 256 B and 1 MiB; 256 KiB and 1 MiB
    #[arg(long, value_enum, default_value_t = Caches::Small)]
    pub caches: Caches,
    /// Locks
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub locks: u32,
    /// Loads and stores of an episode
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub actions: u32,
    /// Episodes of a thread
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub episodes: u32,
    /// One in twenty messages is held back, up to so many steps
    #[arg(long, value_name = "STEPS", default_value_t = 2048)]
    pub hold: u32,
    /// Stop after so many accesses
    #[arg(long, value_name = "N")]
    pub until: Option<u64>,
    /// Show so many accesses of a wrong value's line, between its last store and the load
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub history: usize,
    /// Write the run as a log for `trace`, which also judges it
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Look for a smaller program that fails alike
    #[arg(long)]
    pub shrink: bool,
}

/// Many runs.
#[derive(Debug, Args)]
pub struct Sweep {
    /// The device.
    #[command(flatten)]
    pub which: Which,
    /// How many runs at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = within::<u16>(1..=u64::from(u16::MAX)))]
    pub jobs: Option<u16>,
}

/// Kinds of programs beside each other.
#[derive(Debug, Args)]
pub struct Compare {
    /// The device; without --bug, all bugs that runs can notice
    #[command(flatten)]
    pub which: Which,
    /// So many accesses for each kind and each bug
    #[arg(long, value_name = "N", default_value_t = 240_000)]
    #[arg(value_parser = within::<u32>(1..=1_000_000_000))]
    pub budget: u32,
    /// How many runs at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = within::<u16>(1..=u64::from(u16::MAX)))]
    pub jobs: Option<u16>,
}

/// A built-in device for others.
#[derive(Debug, Args)]
pub struct Serve {
    /// The device.
    #[command(flatten)]
    pub which: Which,
    /// Sizes of the caches
    #[arg(long, value_enum, default_value_t = Caches::Small)]
    pub caches: Caches,
    /// Locks
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub locks: u32,
    /// One in twenty messages is held back, up to so many steps
    #[arg(long, value_name = "STEPS", default_value_t = 2048)]
    pub hold: u32,
}

/// Litmus tests.
#[derive(Debug, Args)]
pub struct Export {
    /// The folder; it is made if it is not there
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// How many tests
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = within::<u32>(1..=100_000))]
    pub count: u32,
    /// The seed of the first
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How scopes are used
    #[arg(long, value_enum, default_value_t = Mode::Device)]
    pub mode: Mode,
    /// Write atomics as relaxed ones with fences, for models without acquire and release
    #[arg(long)]
    pub fences: bool,
}

/// How scopes are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Device scope
    Device,
    /// Block scope
    Block,
    /// Mixed scopes: what is handed on may come through both
    Chain,
    /// Block scope at home, remote atomics elsewhere
    Remote,
}

/// Sizes of the caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Caches {
    /// L1 of 256 bytes, L2 of 1 KiB
    Small,
    /// L1 of 256 bytes, L2 of 1 MiB
    Mixed,
    /// L1 of 256 KiB, L2 of 1 MiB
    Large,
}

const AFTER: &str = "\
Exit codes: 0 consistent; 1 inconsistent; 2 bad usage; 3 unknown: stopped early, or the device is gone";
