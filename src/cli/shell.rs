//! What shells and manual readers want to know of the command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::Cli;
use super::failure::Failure;
use super::output::Output;

/// Prints a completion script.
pub fn completions(shell: Shell, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gpu-litmus", &mut script);
    output.print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page: that of the whole, then one for each command.
pub fn man(output: &mut Output) -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    output.print(&String::from_utf8_lossy(&page))
}
