//! `compare`: what sets two models apart.

use std::path::{Path, PathBuf};

use crate::model::Model;
use crate::render;
use crate::tasks::compare::among;
use crate::tasks::compare::given::{Pair, Row, compare};
use crate::tasks::compare::summary::Compared;
use crate::tasks::observe::observed;
use crate::verdict::query::Options;

use super::args::Global;
use super::asked::find;
use super::compare_all::{self, Space};
use super::compare_args;
use super::compare_export;
use super::compare_models::Models;
use super::compare_walk::{Walk, grade};
use super::exit::Exit;
use super::exported::is_no_export;
use super::failure::Failure;
use super::inputs;
use super::output::Output;
use super::request::{json, options, refuse_explicit};

/// What `compare` is to do.
#[derive(Debug)]
pub enum Compare {
    /// Two models.
    Two(Box<Two>),
    /// All of them.
    Models(Box<Models>),
}

/// Two models, and on which tests.
#[derive(Debug)]
pub struct Two {
    first: Model,
    second: Model,
    tests: Tests,
    json: bool,
    /// Where the tests that were found are written.
    export: Option<PathBuf>,
    options: Options,
}

/// On which tests.
#[derive(Debug)]
enum Tests {
    /// These, by these registers and locations.
    Given {
        files: Vec<PathBuf>,
        observe: Vec<String>,
    },
    /// All, as formulas.
    All(Box<Space>),
    /// All, one by one.
    Walked(Box<Walk>),
}

impl Compare {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn new(args: compare_args::Compare, global: &Global) -> Result<Self, Vec<Failure>> {
        match (args.first.clone(), args.second.clone()) {
            (Some(first), Some(second)) => {
                let two = Two::new(args, (&first, &second), global)?;
                Ok(Self::Two(Box::new(two)))
            }
            (Some(_) | None, _) => Ok(Self::Models(Box::new(Models::new(&args, global)?))),
        }
    }
}

impl Two {
    fn new(
        args: compare_args::Compare,
        names: (&str, &str),
        global: &Global,
    ) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("compare", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        let mut model = |name: &str| find(name, global).map_err(|failure| failures.push(failure));
        let (first, second) = (model(names.0), model(names.1));
        let export = args.export.clone();
        failures.extend(export.as_deref().and_then(is_no_export));
        let (Ok(json), Ok(first), Ok(second)) = (json, first, second) else {
            return Err(failures);
        };
        if args.map.is_none() {
            failures.extend(among::alike(&first, &second).map(Failure::Usage));
        }
        let twice = args.files.iter().filter(|path| path.as_os_str() == "-");
        if twice.count() > 1 {
            let text = "the standard input (`-`) can be read only once";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let tests = if !args.files.is_empty() {
            if let Some(option) = args.carried.given() {
                let text =
                    format!("`{option}` is for searches over all tests, and tests are given");
                failures.push(Failure::Usage(text));
            }
            let observe = if args.observe.is_empty() {
                vec!["all".to_owned()]
            } else {
                args.observe
            };
            let files = args.files;
            Some(Tests::Given { files, observe })
        } else if args.map.is_some()
            || args.race_free
            || first.machine().is_some()
            || second.machine().is_some()
        {
            Walk::new(&args, global, (&first, &second), &mut failures)
                .map(|walk| Tests::Walked(Box::new(walk)))
        } else {
            refuse_explicit(global, among::FORMULAS_SOLVE, &mut failures);
            Space::new(&args, (&first, &second), &mut failures)
                .map(|space| Tests::All(Box::new(space)))
        };
        match tests {
            Some(tests) if failures.is_empty() => Ok(Self {
                first,
                second,
                tests,
                json,
                export,
                options,
            }),
            _ => Err(failures),
        }
    }
}

/// Compares; what is wrong with one file does not keep the others from an answer.
///
/// # Errors
///
/// The answer cannot be written.
pub fn run(request: &Compare, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let request = match request {
        Compare::Two(two) => &**two,
        Compare::Models(models) => return models.run(output, exit),
    };
    match &request.tests {
        Tests::Given { files, observe } => given(request, (files, observe), output, exit),
        Tests::All(space) => {
            let models = (&request.first, &request.second);
            let told = (request.json, request.export.as_deref());
            compare_all::run(space, models, (&request.options, told), output, exit)
        }
        Tests::Walked(walk) => {
            let models = (&request.first, &request.second);
            let (found, course) = walk.search(models, &request.options, output)?;
            let grade = grade(&found);
            if !course.end(grade == Exit::Open, output.complaints)? {
                *exit = (*exit).max(grade.unless_failed());
                return Ok(());
            }
            *exit = (*exit).max(grade);
            compare_export::walked(request.export.as_deref(), &found, output)?;
            if request.json {
                output.json(&found)
            } else {
                output.print(&render::compare::walked(&found, output.layout))
            }
        }
    }
}

fn given(
    request: &Two,
    (files, observe): (&[PathBuf], &[String]),
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let pair = Pair {
        first: &request.first,
        second: &request.second,
    };
    let mut rows = Vec::new();
    for input in inputs::expand(files) {
        match inputs::each(input, |path| row(request, pair, (path, observe), output)) {
            Ok(row) => rows.push(row),
            Err(failure) => {
                output.progress(None);
                output.complain(&failure);
                *exit = Exit::Bad;
            }
        }
    }
    output.progress(None);
    if rows.is_empty() && *exit == Exit::Bad {
        // Nothing was compared, which is no answer to tell.
        return Ok(());
    }
    let compared = Compared::new(pair, rows);
    if compared.summary.unknown > 0 || compared.summary.unsupported > 0 {
        *exit = (*exit).max(Exit::Open);
    }
    compare_export::given(request.export.as_deref(), &compared, output)?;
    if request.json {
        output.json(&compared)
    } else {
        output.print(&render::compare::given(&compared, output.layout))
    }
}

fn row(
    request: &Two,
    pair: Pair<'_>,
    (path, observe): (&Path, &[String]),
    output: &Output,
) -> Result<Row, Failure> {
    let program = inputs::load(path)?;
    inputs::heed(&program, false, output)?;
    output.progress(Some(&program.name));
    let terms = observed(&program, observe);
    let terms = terms.map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(compare(&program, pair, &terms, &request.options)?)
}
