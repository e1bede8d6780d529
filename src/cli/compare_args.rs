//! The arguments of `compare`.

use std::path::PathBuf;

use clap::Args;

use super::memory_args::Memory;

/// `compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// A model: its name, or the path of a .cat file
    #[arg(value_name = "A")]
    pub first: String,
    /// Another
    #[arg(value_name = "B")]
    pub second: String,
    /// Tests to compare them on: files, folders (searched for *.litmus), or - for the standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What is looked at in final states, several with commas: P0:r0 a register, P0 all of a thread, x a
    /// location, all everything [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub observe: Vec<String>,
    /// Write the answer to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How large the process may grow.
    #[command(flatten)]
    pub memory: Memory,
}
