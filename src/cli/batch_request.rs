//! What `batch` and `merge` are to do, once the arguments are known to make sense.

use std::path::{Path, PathBuf};

use crate::syntax::Report as Problems;
use crate::tasks::batch;
use crate::tasks::batch::Asked;
use crate::tasks::batch::isolate::{Isolation, available};
use crate::tasks::batch::judge::Judge;
use crate::tasks::batch::list::List;
use crate::tasks::batch::paths::Suite;
use crate::tasks::batch::shard::Shard;
use crate::verdict::query::Options;
use crate::view::diagnostic::Note;

use super::args::{Format, Global};
use super::asked::models;
use super::batch_args;
use super::expected::{judge, unmatched};
use super::failure::Failure;
use super::invocation::again;
use super::memory_args::NO_SIZES;
use super::request::{no_format, options};

/// What `batch` is to do.
#[derive(Debug)]
pub struct Batch {
    /// The files, of this shard.
    pub suite: Suite,
    /// What is asked of them.
    pub batch: batch::Batch,
    /// Which shard.
    pub shard: Shard,
    /// The journal, and whether to go on with it.
    pub journal: Option<(PathBuf, bool)>,
    /// The form of the report.
    pub format: Report,
    /// Remarks to be made first.
    pub remarks: Vec<Note>,
    /// What may be meant otherwise in tables of expectations.
    pub warnings: Vec<Problems>,
    /// Answer a parent's questions instead.
    pub worker: bool,
}

/// What `merge` is to do.
#[derive(Debug)]
pub struct Merge {
    /// The journals.
    pub journals: Vec<PathBuf>,
    /// What their rows are compared with.
    pub judge: Judge,
    /// The form of the report.
    pub format: Report,
}

/// The forms of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// For a person.
    Table,
    /// One JSON document.
    Json,
    /// JSON lines.
    JsonLines,
    /// Comma-separated values.
    Csv,
    /// Markdown.
    Markdown,
    /// `JUnit`'s XML.
    Junit,
    /// SARIF.
    Sarif,
    /// A page.
    Html,
}

impl Report {
    fn of(command: &str, format: Format) -> Result<Self, Failure> {
        match format {
            Format::Text => Ok(Self::Table),
            Format::Json => Ok(Self::Json),
            Format::Jsonl => Ok(Self::JsonLines),
            Format::Csv => Ok(Self::Csv),
            Format::Markdown => Ok(Self::Markdown),
            Format::Junit => Ok(Self::Junit),
            Format::Sarif => Ok(Self::Sarif),
            Format::Html => Ok(Self::Html),
            other => {
                let known = "text, json, jsonl, csv, markdown, junit, sarif, html";
                Err(no_format(command, other, known))
            }
        }
    }
}

impl Batch {
    /// Checks the arguments, and reads all but the tests.
    ///
    /// # Errors
    ///
    /// Everything that is wrong.
    pub fn new(args: batch_args::Batch, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let format = Report::of("batch", global.format).unwrap_or_else(|failure| {
            failures.push(failure);
            Report::Table
        });
        let models: Vec<Asked> = models(&args.questions.models, global, &mut failures)
            .into_iter()
            .map(|asked| Asked {
                model: asked.model,
                named: asked.named,
            })
            .collect();
        let options = Options {
            quantity: !args.questions.no_quantity,
            reason: !args.questions.no_reason,
            ..options(global, &mut failures)
        };
        let isolation = args.memory.map(isolation).transpose();
        let isolation = isolation.unwrap_or_else(|failure| {
            failures.push(failure);
            None
        });
        let suite = suite(&args, &mut failures);
        let names: Vec<&str> = models
            .iter()
            .map(|asked| asked.model.name.as_str())
            .collect();
        let judge = judge(&args.compare, &names, &mut failures);
        let shard = args.shard.unwrap_or(Shard::WHOLE);
        let (mut remarks, mut warnings) = (Vec::new(), Vec::new());
        if failures.is_empty() {
            warnings = unmatched(&judge, &suite, &mut remarks, &mut failures);
            let strangers = batch::observed::strangers(&suite, &args.observe);
            failures.extend(strangers.into_iter().map(Failure::Usage));
            let baseline = judge.baseline.iter().filter(|_| args.states);
            remarks.extend(baseline.filter_map(|one| {
                let text = one.lacks_states()?;
                Some(Note::of(one.name(), text))
            }));
        }
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            suite: suite.shard(shard),
            batch: batch::Batch {
                models,
                options,
                states: args.states.then(|| batch::states::Listing {
                    observe: args.observe,
                    most: args.limit.map(std::num::NonZeroUsize::get),
                }),
                judge,
                jobs: args.jobs.map(usize::from),
                isolation,
                ..batch::Batch::default()
            },
            shard,
            journal: args.journal.map(|path| (path, args.resume)),
            format,
            remarks,
            warnings,
            worker: args.worker,
        })
    }
}

impl Batch {
    /// The models that have rows: where there are launches only, `all` is the one that their files speak
    /// of.
    #[must_use]
    pub fn models(&self) -> Vec<String> {
        let mut files = self.suite.items.iter().map(|item| item.path.as_path());
        let only = !self.suite.items.is_empty() && files.all(batch::launch::is_path);
        let models = self.batch.models.iter();
        let asked =
            |asked: &&Asked| !only || asked.named || asked.model.name == batch::launch::DEFAULT;
        models
            .filter(asked)
            .map(|asked| asked.model.name.clone())
            .collect()
    }
}

impl Merge {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong.
    pub fn new(args: batch_args::Merge, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let format = Report::of("merge", global.format).unwrap_or_else(|failure| {
            failures.push(failure);
            Report::Table
        });
        let judge = judge(&args.compare, &[], &mut failures);
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            journals: args.journals,
            judge,
            format,
        })
    }
}

/// The same command line once more, as a worker.
fn isolation(memory: u64) -> Result<Isolation, Failure> {
    if !available() {
        return Err(Failure::Usage(NO_SIZES.to_owned()));
    }
    let (program, mut arguments) = again()
        .map_err(|error| Failure::Read(format!("cannot find this program's own file: {error}")))?;
    arguments.push("--worker".into());
    Ok(Isolation {
        program,
        arguments,
        memory,
    })
}

fn suite(args: &batch_args::Batch, failures: &mut Vec<Failure>) -> Suite {
    if args.worker {
        return Suite::default();
    }
    let dash = Path::new("-");
    let stdin = args
        .paths
        .iter()
        .chain(&args.list)
        .filter(|path| *path == dash);
    if stdin.count() > 1 {
        let text = "the standard input (`-`) can be read only once";
        failures.push(Failure::Usage(text.to_owned()));
        return Suite::default();
    }
    let mut lists = Vec::new();
    let listed = args
        .paths
        .iter()
        .filter(|path| *path == dash)
        .chain(&args.list);
    for path in listed {
        match List::read(path) {
            Ok(list) => lists.push(list),
            Err(error) => failures.push(error.into()),
        }
    }
    let paths: Vec<PathBuf> = args
        .paths
        .iter()
        .filter(|path| *path != dash)
        .cloned()
        .collect();
    Suite::with_lists(&paths, &lists)
}
