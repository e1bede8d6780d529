//! From the process's arguments to its exit code.

use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches as _};

use crate::render::batch::sarif::Sarif;
use crate::view::diagnostic::Told;

use super::args::{Cli, Command, Format};
use super::command::{beginning_with, command, without_versions};
use super::complaints::{Complaints, unread};
use super::config::settings;
use super::covers::covers;
use super::exit::{BAD, Exit, OK};
use super::failure::Failure;
use super::invocation::arguments;
use super::output::Output;
use super::request::Request;
use super::watch::{Answered, watch};
use super::{
    audit, batch, check, compare, drf, fences, hardware, kernel, lsp, merge, minimize, models,
    prove, serve, shell, show, suite, sweep, synthesize, trace,
};

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(code())
}

/// Runs the command line, to its exit code.
pub fn code() -> u8 {
    let (cli, said) = match parsed() {
        Ok(parsed) => parsed,
        Err(error) => {
            // `--help` and `--version` come this way too.
            unread(&error);
            return if error.use_stderr() { BAD } else { OK };
        }
    };
    let complaints = Complaints::new(&cli.global);
    let bad = |failure| {
        complaints.failure(&failure);
        Answered {
            exit: Exit::Bad,
            closed: false,
        }
    };
    let again = || match Cli::from_arg_matches(&said.matches) {
        Ok(cli) => answered(cli, &said),
        Err(error) => bad(Failure::Usage(error.to_string())),
    };
    if let Command::Lsp(args) = cli.command {
        return lsp::run(args, &cli.global)
            .unwrap_or_else(|failure| bad(failure).exit)
            .code();
    }
    if let Command::Serve(args) = &cli.command {
        return serve::run(args)
            .unwrap_or_else(|failure| bad(failure).exit)
            .code();
    }
    if let Some(watched) = cli.command.watched() {
        return watch(&watched, complaints, again)
            .unwrap_or_else(|failure| bad(failure).exit)
            .code();
    }
    answered(cli, &said).exit.code()
}

/// The arguments as they were said, and the command line that they were read by.
struct Said {
    command: clap::Command,
    matches: ArgMatches,
}

/// The arguments.
fn parsed() -> Result<(Cli, Said), clap::Error> {
    let read = |mut command: clap::Command| -> Result<(Cli, Said), clap::Error> {
        let matches = command.try_get_matches_from_mut(arguments())?;
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((cli, Said { command, matches }))
    };
    let alone = arguments().get(1).and_then(|word| beginning_with(word));
    if let Some(Ok(parsed)) = alone.map(read) {
        return Ok(parsed);
    }
    match read(without_versions()) {
        Err(error) if error.kind() == ErrorKind::DisplayVersion => read(command()),
        other => other,
    }
}

/// Answers once.
fn answered(mut cli: Cli, said: &Said) -> Answered {
    let matches = &said.matches;
    let bad = Answered {
        exit: Exit::Bad,
        closed: false,
    };
    cli.global.bound_said = says(matches, "bound");
    let configured = configure(&mut cli, matches);
    let mut output = Output::new(&cli.global);
    let target = cli.command.output().cloned();
    let sarif = cli.global.format == Format::Sarif
        && matches!(cli.command, Command::Batch(_) | Command::Merge(_));
    let request = covers(&said.command, matches)
        .map_or(Ok(()), |why| Err(Failure::Usage(why)))
        .and(configured)
        .map_err(|failure| vec![failure])
        .and_then(|()| Request::new(cli.command, &cli.global));
    let request = match request {
        Ok(request) => request,
        Err(failures) => {
            for failure in &failures {
                output.complain(failure);
            }
            if sarif && let Err(failure) = unasked(&failures, target.as_deref(), &mut output) {
                output.complain(&failure);
            }
            return bad;
        }
    };
    // Whoever takes a whole report for granted must hear that it was cut off.
    let whole = matches!(request, Request::Batch(_) | Request::Merge(_));
    let mut exit = Exit::Ok;
    let done = answer(request, target.as_deref(), &mut output, &mut exit);
    let closed = done.as_ref().is_err_and(Failure::is_closed_pipe);
    match done {
        Ok(()) => {}
        // As with other filters: whoever closed the pipe has seen enough.
        Err(_) if closed && !whole => {}
        Err(failure) => {
            output.complain(&failure);
            exit = Exit::Bad;
        }
    }
    Answered { exit, closed }
}

/// The report of a suite that cannot be asked: whoever reads such reports gets what is wrong as one.
fn unasked(
    failures: &[Failure],
    target: Option<&Path>,
    output: &mut Output,
) -> Result<(), Failure> {
    let told: Vec<Told> = failures.iter().flat_map(Failure::told).collect();
    if let Some(path) = target {
        output.redirect(path)?;
    }
    Sarif::unasked(&told, output.writer())?;
    output.finish(false)
}

/// Whether the command line says an option. That a command has no such option is told by clap only where it was built for
/// debugging; so what is there is looked at.
fn says(matches: &ArgMatches, name: &str) -> bool {
    let said = matches.subcommand().map(|(_, said)| said);
    said.is_some_and(|said| {
        said.ids().any(|id| id.as_str() == name)
            && said.value_source(name) == Some(ValueSource::CommandLine)
    })
}

/// Takes what the command line does not say from the settings that hold for the first test.
fn configure(cli: &mut Cli, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(test) = cli.command.first_test() else {
        return Ok(());
    };
    let Some(settings) = settings(test)? else {
        return Ok(());
    };
    if cli.global.verbose {
        Complaints::new(&cli.global).remark(&settings.told());
    }
    let open = |name: &str| !says(matches, name);
    if let Some(bound) = settings.bound.filter(|_| open("bound")) {
        cli.global.bound = bound;
    }
    if let Some(timeout) = settings.timeout.filter(|_| open("timeout")) {
        cli.global.timeout = timeout;
    }
    if let Some(engine) = settings.engine.filter(|_| open("engine")) {
        cli.global.engine = engine;
    }
    if let Some(models) = settings.models
        && open("models")
        && open("model")
    {
        let names = models.iter().map(|model| model.name.clone()).collect();
        cli.command.ask(names);
        cli.global.own = models;
    }
    Ok(())
}

/// Serves a request; what goes to a file takes its place there when all is said.
fn answer(
    request: Request,
    target: Option<&Path>,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    // A worker speaks to its parent.
    let worker = matches!(&request, Request::Batch(batch) if batch.worker);
    if let Some(path) = target.filter(|_| !worker) {
        output.redirect(path)?;
    }
    serve(request, output, exit)?;
    output.finish(matches!(exit, Exit::Bad))
}

fn serve(request: Request, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    match request {
        Request::Check(request) => check::run(&request, output, exit),
        Request::Prove(request) => prove::run(&request, output, exit),
        Request::Minimize(request) => minimize::run(&request, output, exit),
        Request::Batch(request) => batch::run(*request, output, exit),
        Request::Merge(request) => merge::run(&request, output, exit),
        Request::Compare(request) => compare::run(&request, output, exit),
        Request::Fences(request) => fences::run(&request, output, exit),
        Request::Show {
            file,
            format,
            bound,
        } => show::run(&file, format, bound, output),
        Request::Kernel(request) => kernel::run(&request, output, exit),
        Request::Trace(request) => trace::run(&request, output, exit),
        Request::Drf(request) => drf::run(&request, output, exit),
        Request::Run(request) => hardware::run(&request, output, exit),
        Request::Sweep(request) => sweep::run(*request, output, exit),
        Request::Audit(request) => audit::run(&request, output, exit),
        Request::Synthesize(request) => synthesize::run(&request, output, exit),
        Request::Suite(request) => suite::run(&request, output, exit),
        Request::Models { json } => models::list(json, output),
        Request::Model { model, full, json } => models::explain(&model, full, json, output),
        Request::Completions(shell) => shell::completions(shell, output),
        Request::Man(pages) => shell::man(&pages, output),
    }
}
