//! `suite`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::render;
use crate::save::SaveError;
use crate::syntax::read::printable;
use crate::tasks::suite;
use crate::tasks::suite::{Document, Filter, Listed, Run, Test, tables};
use crate::verdict::query::Options;
use crate::view::answer::Verdict;

use super::args::Global;
use super::exit::Exit;
use super::failure::Failure;
use super::output::{Output, is_no_folder_of};
use super::request::{json, options};

/// `suite`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do with it.
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the tests
    List {
        #[command(flatten)]
        which: Which,
    },
    /// Writes the tests into a folder
    Write {
        /// The folder; it is made if it is not there
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        which: Which,
        /// Overwrite files that are there with other content
        #[arg(long)]
        force: bool,
    },
    /// Asks every expectation of the tests, and compares with the tables of the papers
    Run {
        #[command(flatten)]
        which: Which,
    },
}

#[derive(Debug, clap::Args)]
struct Which {
    /// Only tests whose names contain this, or match it as a pattern (`ugpu/mp-*`)
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
}

/// What is to be done with the suite.
#[derive(Debug)]
pub struct Request {
    tests: Vec<Test>,
    json: bool,
    action: Action,
}

#[derive(Debug)]
enum Action {
    List,
    Write { folder: PathBuf, force: bool },
    Run(Options),
}

impl Request {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// No test is meant, or the command has no such format.
    pub fn new(args: Args, global: &Global) -> Result<Self, Failure> {
        let (name, which, action) = match args.command {
            Command::List { which } => ("suite list", which, Action::List),
            Command::Write {
                folder,
                which,
                force,
            } => ("suite write", which, Action::Write { folder, force }),
            Command::Run { which } => {
                let mut failures = Vec::new();
                let options = options(global, &mut failures);
                if let Some(failure) = failures.pop() {
                    return Err(failure);
                }
                let options = Options {
                    // What is as expected needs no explanation.
                    reason: false,
                    flags: false,
                    ..options
                };
                ("suite run", which, Action::Run(options))
            }
        };
        if let Action::Write { folder, .. } = &action
            && let Some(failure) = is_no_folder_of("suite write", folder)
        {
            return Err(failure);
        }
        let tests = Filter::select(which.filter.as_deref());
        Ok(Self {
            tests: tests.map_err(|error| Failure::Usage(error.to_string()))?,
            json: json(name, global.format)?,
            action,
        })
    }
}

impl From<suite::WriteError> for Failure {
    fn from(error: suite::WriteError) -> Self {
        match error {
            suite::WriteError::Exists { ref first, .. } => {
                let name = printable(first);
                Self::Usage(error.to_string()).of(&name)
            }
            suite::WriteError::Io { path, error } => Self::Save(SaveError { path, error }),
            suite::WriteError::Save(error) => Self::Save(error),
        }
    }
}

/// Does it.
pub fn run(request: &Request, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    match &request.action {
        Action::List => list(request, output),
        Action::Write { folder, force } => {
            let written = suite::write(&request.tests, folder, *force)?;
            if request.json {
                return output.json(&written);
            }
            output.print(&format!(
                "{} written, {} unchanged, in {}\n",
                written.written,
                written.unchanged,
                folder.display()
            ))
        }
        Action::Run(options) => judge(request, options, output, exit),
    }
}

fn list(request: &Request, output: &mut Output) -> Result<(), Failure> {
    if request.json {
        let listed: Vec<Listed> = request.tests.iter().map(Listed::of).collect();
        return output.json(&listed);
    }
    let text = render::suite::list(&request.tests, output.layout);
    output.print(&text)
}

fn judge(
    request: &Request,
    options: &Options,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let run = suite::run(&request.tests, options)?;
    let tables = tables::compare(&run);
    let matrix = suite::matrix(&run);
    *exit = (*exit).max(grade(&run));
    if !tables.iter().all(tables::Compared::agrees) {
        *exit = (*exit).max(Exit::Failed);
    }
    if request.json {
        return output.json(&Document::of(&run, &tables, matrix.as_ref()));
    }
    let text = render::suite::render(&run, &tables, matrix.as_ref(), output.layout);
    output.print(&text)
}

/// How grave what was found is.
fn grade(run: &Run) -> Exit {
    let unmet = run.judged.iter().filter(|one| !one.expected.met);
    let grades = unmet.map(|one| match one.verdict {
        Verdict::Unknown | Verdict::Unsupported => Exit::Open,
        Verdict::Reachable | Verdict::Unreachable | Verdict::Racy => Exit::Failed,
    });
    grades.max().unwrap_or_default()
}
