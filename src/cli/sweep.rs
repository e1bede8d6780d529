//! `sweep`.

use std::path::{Path, PathBuf};

use crate::model::{Model, check_expectations};
use crate::render;
use crate::syntax::ast::{Scope, Space};
use crate::syntax::read::read_source;
use crate::tasks::sweep;
use crate::tasks::sweep::{FenceKind, Grid, Place, Sweep, Swept, space_from_name};
use crate::verdict::query::Options;
use crate::view::answer::Verdict;

use super::args::{Format, Global};
use super::asked::{Asked, models};
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;
use super::output::Output;
use super::request::{no_format, options};

/// `sweep`.
#[derive(Debug, clap::Args)]
#[command(after_help = DEFAULTS)]
pub struct Args {
    /// The test, with `fence.?` where the fences go: a file, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Models by name or path of a .cat file, several with commas; `all` asks every built-in model
    /// that accepts the test
    #[arg(
        short,
        long = "model",
        value_name = "MODEL",
        value_delimiter = ',',
        default_value = "all"
    )]
    models: Vec<String>,
    /// What the holes are filled with: none, cta (TFB), gl (TF), sys, `acq_rel.cta`,
    /// `acq_rel.gpu`, `acq_rel.sys`
    #[arg(long = "fence", value_name = "FENCE", value_delimiter = ',')]
    fences: Vec<String>,
    /// Each hole for itself, not all alike
    #[arg(long, requires = "fences")]
    each: bool,
    /// Where the threads go: intra (one block), inter (a block for each), all (every grouping), or
    /// each thread's block, such as 0/1/0/1
    #[arg(long = "place", value_name = "PLACE", value_delimiter = ',')]
    places: Vec<String>,
    /// The memory space of all locations: shared, global
    #[arg(long = "space", value_name = "SPACE", value_delimiter = ',')]
    spaces: Vec<String>,
    /// Do not ask in how many executions the condition holds
    #[arg(long)]
    no_quantity: bool,
    /// Write the table to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const DEFAULTS: &str = "\
What is not named stays as the test has it. If nothing is named, the sweep is that of the papers:
--fence none,cta,gl (if the test has holes) --place intra,inter --space shared,global";

impl Args {
    /// The test.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Asks these models.
    pub fn ask(&mut self, models: Vec<String>) {
        self.models = models;
    }
}

/// What a sweep is to do.
#[derive(Debug)]
pub struct Request {
    file: PathBuf,
    models: Vec<Asked>,
    grid: Grid,
    format: SweepFormat,
    options: Options,
}

#[derive(Debug, Clone, Copy)]
enum SweepFormat {
    Text,
    Json,
    Csv,
    Markdown,
}

impl Request {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn new(args: Args, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let format = match global.format {
            Format::Text => SweepFormat::Text,
            Format::Json => SweepFormat::Json,
            Format::Csv => SweepFormat::Csv,
            Format::Markdown => SweepFormat::Markdown,
            other => {
                failures.push(no_format("sweep", other, "text, json, csv, markdown"));
                SweepFormat::Text
            }
        };
        let options = options(global, &mut failures);
        let models = models(&args.models, global, &mut failures);
        let grid = Grid {
            fences: values(&args.fences, FenceKind::from_name, &mut failures),
            each: args.each,
            places: values(&args.places, Place::from_name, &mut failures),
            spaces: values(&args.spaces, space_from_name, &mut failures),
        };
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            file: args.file,
            models,
            grid,
            format,
            options: Options {
                quantity: !args.no_quantity,
                // Reasons and flags have no place in a table; JSON has all that `check` has.
                reason: global.format == Format::Json,
                flags: global.format == Format::Json,
                ..options
            },
        })
    }
}

/// The values of names; names that mean nothing are complained about.
fn values<T>(
    names: &[String],
    read: impl Fn(&str) -> Result<T, sweep::BadValue>,
    failures: &mut Vec<Failure>,
) -> Vec<T> {
    let mut found = Vec::new();
    for name in names {
        match read(name.trim()) {
            Ok(value) => found.push(value),
            Err(error) => failures.push(Failure::Usage(error.to_string())),
        }
    }
    found
}

/// Asks about every combination.
pub fn run(request: Request, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let sweep = Sweep::new(read_source(&request.file)?)?;
    check_expectations(&sweep.program)?;
    inputs::heed(&sweep.program, false, output)?;
    let grid = defaults(request.grid, &sweep);
    if !grid.fences.is_empty() && sweep.holes() == 0 {
        return Err(sweep.lacks_holes().into());
    }
    let points = grid
        .points(sweep.program.threads.len(), sweep.holes())
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let models: Vec<(&Model, bool)> = request
        .models
        .iter()
        .map(|asked| (&asked.model, asked.named))
        .collect();
    let swept = sweep::run(&sweep, points, &models, &request.options)?;
    if swept.is_senseless() {
        let reasons: Vec<&str> = swept.senseless().into_iter().map(|(why, _)| why).collect();
        return Err(Failure::Usage(format!(
            "no combination makes sense: {}",
            reasons.join("; ")
        )));
    }
    *exit = (*exit).max(grade(&swept, &models));
    match request.format {
        SweepFormat::Text => output.print(&render::sweep::text(&swept, output.layout)),
        SweepFormat::Json => output.json(&swept),
        SweepFormat::Markdown => output.print(&render::sweep::markdown(&swept)),
        SweepFormat::Csv => {
            let text =
                render::sweep::csv(&swept).map_err(|error| Failure::Usage(error.to_string()))?;
            output.print(&text)
        }
    }
}

/// The grid of the papers, if nothing was named.
fn defaults(grid: Grid, sweep: &Sweep) -> Grid {
    if grid != Grid::default() {
        return grid;
    }
    let membar = |scope| FenceKind::Sc(scope);
    let fences = vec![FenceKind::None, membar(Scope::Cta), membar(Scope::Gpu)];
    Grid {
        fences: if sweep.holes() > 0 {
            fences
        } else {
            Vec::new()
        },
        each: false,
        places: vec![Place::Intra, Place::Inter],
        spaces: vec![Space::Shared, Space::Global],
    }
}

/// How grave what was found is: a model that was named has to have an answer.
fn grade(swept: &Swept, models: &[(&Model, bool)]) -> Exit {
    let named = |name: &str| {
        models
            .iter()
            .any(|(model, named)| *named && model.name == name)
    };
    let answers = swept
        .cells
        .iter()
        .filter_map(|cell| cell.answers.as_ref().ok());
    let open = answers.flatten().any(|answer| match answer.verdict {
        Verdict::Unknown => true,
        Verdict::Unsupported => named(&answer.model),
        Verdict::Reachable | Verdict::Unreachable | Verdict::Racy => false,
    });
    if open { Exit::Open } else { Exit::Ok }
}
