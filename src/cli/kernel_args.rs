//! The arguments of `kernel`.

use std::path::PathBuf;

use clap::Args;

use super::memory_args::Memory;

/// `kernel`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Kernel {
    /// Launch files (*.toml), folders of them, or one module of PTX with the options below
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The model: ptx-7.5, ptx-6.0 or sc
    #[arg(short, long, value_name = "MODEL", default_value = "ptx-7.5")]
    pub model: String,
    /// The kernel: its name, mangled or not, or a part that only one has; not needed where there is one
    #[arg(long, value_name = "NAME", help_heading = LAUNCH)]
    pub entry: Option<String>,
    /// Blocks, such as 2 or 2,2,1
    #[arg(long, value_name = "N", help_heading = LAUNCH)]
    pub grid: Option<String>,
    /// Threads of a block, such as 2 or 2,2,1
    #[arg(long, value_name = "N", help_heading = LAUNCH)]
    pub block: Option<String>,
    /// An argument: a number, the address of a buffer such as '&in' or '&in+4', or a structure by its offsets
    /// such as '{ "0" = "&in", "8:u32" = 2 }'
    #[arg(long = "arg", value_name = "VALUE", allow_hyphen_values = true, help_heading = LAUNCH)]
    pub args: Vec<String>,
    /// A buffer: in:f32=1,2,3 with values, out:u32x4 with a number of zeros
    #[arg(long = "buffer", value_name = "NAME:TYPE", help_heading = LAUNCH)]
    pub buffers: Vec<String>,
    /// A buffer whose contents matter; all of them, where none is named
    #[arg(long = "output", value_name = "NAME", help_heading = LAUNCH)]
    pub outputs: Vec<String>,
    /// Bytes of shared memory beyond what the kernel declares
    #[arg(long, value_name = "BYTES", help_heading = LAUNCH)]
    pub shared: Option<u64>,
    /// Launched cooperatively: grid-wide barriers work
    #[arg(long, help_heading = LAUNCH)]
    pub cooperative: bool,
    /// What clocks show: 0, so that no timeout fires, or any
    #[arg(long, value_name = "VALUE", value_parser = ["0", "any"], help_heading = LAUNCH)]
    pub clock: Option<String>,
    /// What a vector is, whatever the launch file says: an operation for each of its elements, or one, where it is
    /// aligned and of at most 16 bytes
    #[arg(long, value_name = "HOW", value_parser = ["elements", "whole"])]
    pub vectors: Option<String>,
    /// What every run must leave, such as 'out[0] == 3'
    #[arg(long = "property", value_name = "FORMULA", help_heading = LAUNCH)]
    pub properties: Vec<String>,
    /// The folder that the CUDA sources are in: SARIF names them relative to it
    #[arg(long, value_name = "FOLDER")]
    pub source_root: Option<PathBuf>,
    /// Write the answers to a file instead of the standard output
    #[arg(
        short = 'o',
        long = "out",
        value_name = "FILE",
        conflicts_with = "watch"
    )]
    pub target: Option<PathBuf>,
    /// Answer again whenever a launch file, its module, or the settings change, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Show smallest runs of what is violated: the fewest accesses, then the fewest relaxations
    #[arg(long, conflicts_with = "show")]
    pub minimal: bool,
    /// Look for the cheapest fences, orders and scopes with which what is violated holds: in PTX, and as
    /// CUDA can say them
    #[arg(long, conflicts_with_all = ["prove", "show"])]
    pub fences: bool,
    /// Print the changes of the module as a diff of its PTX
    #[arg(long, requires = "fences")]
    pub diff: bool,
    /// Ask whether the fences that are there suffice, and which of them are needed
    #[arg(long, conflicts_with = "show")]
    pub prove: bool,
    /// What things cost: scopes (cta gpu sys), orders (relaxed acquire release `acq_rel`), sc on top
    #[arg(
        long = "cost",
        value_name = "NAME=N",
        value_delimiter = ',',
        requires = "fences"
    )]
    pub costs: Vec<String>,
    /// Show threads, memory and instructions as they were understood, and ask nothing
    #[arg(long)]
    pub show: bool,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
}

const LAUNCH: &str = "The launch, where FILE is PTX";

const AFTER: &str = "\
Exit codes: 0 all checks hold, or all that the launch file's [expect] states came out; 1 some check is
            violated or undefined, or not as stated; 2 bad input; 3 some answer is open";
