//! What `kernel` is to do, once the arguments are known to make sense.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::kernel::launch::flags::Flags;
use crate::kernel::report::{MODELS, no_model};
use crate::tasks::batch::launch::is_path;
use crate::tasks::batch::paths::Suite;
use crate::tasks::fences::prices::Prices;
use crate::verdict::query::Options;

use super::args::{Format, Global};
use super::failure::Failure;
use super::kernel_args;
use super::request::{no_format, options};

/// What `kernel` is to do.
#[derive(Debug)]
pub struct Kernel {
    /// The launches.
    pub inputs: Vec<Input>,
    /// One launch was named, and no folder.
    pub single: bool,
    /// The model.
    pub model: String,
    /// Vectors are one operation.
    pub vectors_whole: Option<bool>,
    /// Only show the launches.
    pub show: bool,
    /// What is made of the answers.
    pub task: Task,
    /// The form of what is printed.
    pub form: Form,
    /// The folder that the sources are in.
    pub root: Option<PathBuf>,
    /// Limits.
    pub options: Options,
    /// It is answered again with every change, so that somebody listens to Ctrl-C already.
    pub watched: bool,
}

/// What is made of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Nothing more.
    Answer,
    /// The cheapest fixes; with the difference of the PTX.
    Fences {
        /// What things cost.
        prices: Prices,
        /// Print the difference of the PTX.
        diff: bool,
    },
    /// Which fences are needed.
    Prove,
}

/// Where a launch comes from.
#[derive(Debug)]
pub enum Input {
    /// A launch file.
    File(PathBuf),
    /// The command line.
    Flags(Box<Flags>),
    /// Nowhere, and why.
    Missing(PathBuf, String),
}

/// The forms of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For a person.
    Text,
    /// One document.
    Json,
    /// Remarks beside the code.
    Sarif,
    /// A picture of each run.
    Svg,
    /// A page.
    Html,
}

impl Form {
    fn of(format: Format) -> Result<Self, Failure> {
        match format {
            Format::Text => Ok(Self::Text),
            Format::Json => Ok(Self::Json),
            Format::Sarif => Ok(Self::Sarif),
            Format::Svg => Ok(Self::Svg),
            Format::Html => Ok(Self::Html),
            other => Err(no_format("kernel", other, "text, json, sarif, svg, html")),
        }
    }
}

impl Kernel {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn new(args: kernel_args::Kernel, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let form = Form::of(global.format).unwrap_or_else(|failure| {
            failures.push(failure);
            Form::Text
        });
        let options = options(global, &mut failures);
        let mut options = args.memory.bound(options, &mut failures);
        options.smallest = args.minimal;
        if !MODELS.contains(&args.model.as_str()) {
            failures.push(Failure::Usage(no_model(&args.model)));
        }
        if args.show && !matches!(form, Form::Text | Form::Json) {
            let text = "`kernel --show` prints text or JSON";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let prices = Prices::with(args.costs.iter().map(String::as_str)).unwrap_or_else(|errors| {
            failures.extend(errors.iter().map(|error| Failure::Usage(error.to_string())));
            Prices::default()
        });
        let task = match (args.fences, args.prove) {
            (true, _) => Task::Fences {
                prices,
                diff: args.diff,
            },
            (false, true) => Task::Prove,
            (false, false) => Task::Answer,
        };
        if task == Task::Prove && !matches!(form, Form::Text | Form::Json) {
            let text = "`kernel --prove` prints text or JSON";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let single = matches!(&args.files[..], [one] if !one.is_dir() && one.exists());
        let watched = args.watch;
        let (model, show, root) = (args.model.clone(), args.show, args.source_root.clone());
        let vectors_whole = args.vectors.as_ref().map(|word| word == "whole");
        let inputs = inputs(args).unwrap_or_else(|failure| {
            failures.push(failure);
            Vec::new()
        });
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            inputs,
            single,
            model,
            vectors_whole,
            show,
            task,
            form,
            root,
            options,
            watched,
        })
    }
}

/// The launches: of launch files and folders, or of one module and options.
fn inputs(args: kernel_args::Kernel) -> Result<Vec<Input>, Failure> {
    let module = args.files.iter().find(|path| !is_launch(path));
    if let (Some(module), true) = (module, args.files.len() > 1) {
        let text = format!(
            "{}: a module of PTX goes alone; several launches are launch files (*.toml) or folders of them",
            module.display()
        );
        return Err(Failure::Usage(text));
    }
    let files = args.files.clone();
    if let Some(flags) = flags(args)? {
        return Ok(vec![Input::Flags(Box::new(flags))]);
    }
    let found = files.iter().flat_map(|path| Suite::launches(path).items);
    let inputs = found.map(|item| match item.problem {
        None => Input::File(item.path),
        Some(problem) => Input::Missing(item.path, problem),
    });
    Ok(inputs.collect())
}

/// Whether a path means launch files: a folder, a pattern for them, or one.
fn is_launch(path: &Path) -> bool {
    path.is_dir() || is_path(path)
}

/// The launch on the command line; nothing for a launch file, which has its own.
fn flags(args: kernel_args::Kernel) -> Result<Option<Flags>, Failure> {
    let given = args.entry.is_some()
        || args.grid.is_some()
        || args.block.is_some()
        || args.shared.is_some()
        || args.cooperative
        || args.clock.is_some()
        || [&args.args, &args.buffers, &args.outputs, &args.properties]
            .iter()
            .any(|list| !list.is_empty());
    let Some(file) = args.files.first().filter(|path| !is_launch(path)) else {
        if let (true, Some(folder)) = (given, args.files.iter().find(|path| path.is_dir())) {
            let text = format!(
                "{}: is a directory: the options of a launch go with one module of PTX",
                folder.display()
            );
            return Err(Failure::Usage(text));
        }
        if given {
            let mut text =
                "a launch file says what is launched: the options of a launch go with a module of PTX"
                    .to_owned();
            if let Some(clock) = &args.clock {
                let _ = write!(
                    text,
                    " (in the file, `--clock {clock}` is `clock = \"{clock}\"`)"
                );
            }
            if !args.outputs.is_empty() {
                text += " (answers go to a file with `-o FILE` or `--out FILE`)";
            }
            return Err(Failure::Usage(text));
        }
        return Ok(None);
    };
    Ok(Some(Flags {
        ptx: file.to_string_lossy().into_owned(),
        entry: args.entry.unwrap_or_default(),
        grid: args.grid,
        block: args.block,
        args: args.args,
        buffers: args.buffers,
        outputs: args.outputs,
        shared: args.shared,
        cooperative: args.cooperative,
        properties: args.properties,
        clock: args.clock,
    }))
}
