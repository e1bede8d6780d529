//! The arguments of the commands that ask nothing: what is there is shown.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// `show`.
#[derive(Debug, Args)]
pub struct Show {
    /// The test: a file, or - for the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the answer to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `models`.
#[derive(Debug, Args)]
pub struct Models {
    /// The model to explain: a name or the path of a .cat file
    #[arg(value_name = "NAME")]
    pub name: Option<String>,

    /// Write every formula out, and print the model's text
    #[arg(long, requires = "name")]
    pub full: bool,
}

/// `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// `man`.
#[derive(Debug, Args)]
pub struct ManPages {
    /// The command that the page is about, such as `check` or `suite run`; none for the whole
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Write all pages into a folder, such as ~/.local/share/man/man1
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub into: Option<PathBuf>,
}
