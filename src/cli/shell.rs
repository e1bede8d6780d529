//! What shells and manual readers want to know of the command line.

use clap::{Arg, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::Cli;
use super::failure::Failure;
use super::output::Output;

/// Prints a completion script.
pub fn completions(shell: Shell, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gpu-litmus", &mut script);
    output.print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page: the whole, then a section for each command.
pub fn man(output: &mut Output) -> Result<(), Failure> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands() {
        // The options of every command have their section already.
        let own = |arg: Arg| {
            if arg.is_global_set() {
                arg.hide(true)
            } else {
                arg
            }
        };
        let man = Man::new(sub.clone().mut_args(own));
        let mut part = Vec::new();
        man.render_synopsis_section(&mut part)?;
        man.render_options_section(&mut part)?;
        // Its parts are sections of a page, and here subsections.
        let part = String::from_utf8_lossy(&part).replace(".SH ", ".SS ");
        let title = sub.get_name().to_uppercase();
        page.extend(format!(".SH \"COMMAND {title}\"\n{part}").into_bytes());
    }
    output.print(&String::from_utf8_lossy(&page))
}
