//! From the process's arguments to its exit code.

use std::process::ExitCode;

use clap::Parser as _;

use super::args::Cli;
use super::exit::{BAD, Exit, OK};
use super::failure::Failure;
use super::output::Output;
use super::request::Request;
use super::{
    batch, check, fences, kernel, merge, minimize, models, prove, shell, show, suite, sweep,
};

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // `--help` and `--version` come this way too. A closed pipe is no failure of theirs.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { BAD } else { OK });
        }
    };
    let mut output = Output::new(&cli.global);
    let request = match Request::new(cli.command, &cli.global) {
        Ok(request) => request,
        Err(failures) => {
            for failure in &failures {
                output.complain(failure);
            }
            return Exit::Bad.into();
        }
    };
    // Whoever takes a whole report for granted must hear that it was cut off.
    let whole = matches!(request, Request::Batch(_) | Request::Merge(_));
    let mut exit = Exit::Ok;
    match serve(request, &mut output, &mut exit) {
        Ok(()) => exit,
        // As with other filters: whoever closed the pipe has seen enough.
        Err(failure) if failure.is_closed_pipe() && !whole => exit,
        Err(failure) => {
            output.complain(&failure);
            Exit::Bad
        }
    }
    .into()
}

fn serve(request: Request, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    match request {
        Request::Check(request) => check::run(&request, output, exit),
        Request::Prove(request) => prove::run(&request, output, exit),
        Request::Minimize(request) => minimize::run(&request, output, exit),
        Request::Batch(request) => batch::run(*request, output, exit),
        Request::Merge(request) => merge::run(&request, output, exit),
        Request::Fences(request) => fences::run(&request, output, exit),
        Request::Show {
            file,
            format,
            bound,
        } => show::run(&file, format, bound, output),
        Request::Kernel(request) => kernel::run(&request, output, exit),
        Request::Sweep(request) => sweep::run(*request, output, exit),
        Request::Suite(request) => suite::run(&request, output, exit),
        Request::Models { json } => models::list(json, output),
        Request::Model { model, full, json } => models::explain(&model, full, json, output),
        Request::Completions(shell) => shell::completions(shell, output),
        Request::Man => shell::man(output),
    }
}
