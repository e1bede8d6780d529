//! `compare`: what sets two models apart.

use std::path::PathBuf;

use crate::model::Model;
use crate::render;
use crate::tasks::compare::given::{Compared, Pair, Row, compare};
use crate::tasks::observe::observed;
use crate::verdict::query::Options;

use super::args::Global;
use super::asked::find;
use super::compare_args;
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;
use super::output::Output;
use super::request::{json, options};

/// What `compare` is to do.
#[derive(Debug)]
pub struct Compare {
    first: Model,
    second: Model,
    files: Vec<PathBuf>,
    observe: Vec<String>,
    json: bool,
    options: Options,
}

impl Compare {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn new(args: compare_args::Compare, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("compare", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        let mut model = |name: &str| find(name, global).map_err(|failure| failures.push(failure));
        let (first, second) = (model(&args.first), model(&args.second));
        let (Ok(json), Ok(first), Ok(second)) = (json, first, second) else {
            return Err(failures);
        };
        if first.name == second.name {
            let text = format!("`compare` needs two models, and both are `{}`", first.name);
            failures.push(Failure::Usage(text));
        }
        let twice = args.files.iter().filter(|path| path.as_os_str() == "-");
        if twice.count() > 1 {
            let text = "the standard input (`-`) can be read only once";
            failures.push(Failure::Usage(text.to_owned()));
        }
        if !failures.is_empty() {
            return Err(failures);
        }
        let observe = if args.observe.is_empty() {
            vec!["all".to_owned()]
        } else {
            args.observe
        };
        Ok(Self {
            first,
            second,
            files: args.files,
            observe,
            json,
            options,
        })
    }
}

/// Compares; what is wrong with one file does not keep the others from an answer.
///
/// # Errors
///
/// The answer cannot be written.
pub fn run(request: &Compare, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let pair = Pair {
        first: &request.first,
        second: &request.second,
    };
    let mut rows = Vec::new();
    for input in inputs::expand(&request.files) {
        match input.and_then(|path| row(request, pair, &path, output)) {
            Ok(row) => rows.push(row),
            Err(failure) => {
                output.progress(None);
                output.complain(&failure);
                *exit = Exit::Bad;
            }
        }
    }
    output.progress(None);
    let compared = Compared::new(pair, rows);
    if compared.summary.unknown > 0 || compared.summary.unsupported > 0 {
        *exit = (*exit).max(Exit::Open);
    }
    if request.json {
        output.json(&compared)
    } else {
        output.print(&render::compare::given(&compared, output.layout))
    }
}

fn row(
    request: &Compare,
    pair: Pair<'_>,
    path: &std::path::Path,
    output: &Output,
) -> Result<Row, Failure> {
    let program = inputs::load(path)?;
    inputs::heed(&program, false, output)?;
    output.progress(Some(&program.name));
    let terms = observed(&program, &request.observe);
    let terms = terms.map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(compare(&program, pair, &terms, &request.options)?)
}
