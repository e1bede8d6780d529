//! What is to be done, once the arguments are known to make sense.

use std::path::PathBuf;

use crate::model::Model;
use crate::sat::engine as sat;
use crate::verdict::query::Options;

use super::args::{Command, Engine, Format, Global};
use super::ask_args;
use super::asked::{Asked, models, needs_models};
use super::compare::Compare;
use super::failure::Failure;
use super::fences::Fences;
use super::minimize::Minimize;
use super::prove::Prove;
use super::tell_args;
use super::{suite, sweep};

/// A request that can be served.
#[derive(Debug)]
pub enum Request {
    /// Answer tests.
    Check(Check),
    /// Prove that fences suffice.
    Prove(Prove),
    /// Make a test smaller.
    Minimize(Minimize),
    /// Answer a suite.
    Batch(Box<super::batch_request::Batch>),
    /// Put journals together.
    Merge(super::batch_request::Merge),
    /// Compare two models.
    Compare(Box<Compare>),
    /// Find the cheapest fences.
    Fences(Box<Fences>),
    /// Show a test.
    Show {
        /// Its file.
        file: PathBuf,
        /// How.
        format: ShowFormat,
        /// The loop bound.
        bound: usize,
    },
    /// Answer what is asked of a launch of a kernel.
    Kernel(Box<super::kernel_request::Kernel>),
    /// Judge logs.
    Trace(Box<super::trace::Trace>),
    /// Test a memory system.
    Drf(Box<super::drf::Drf>),
    /// Run tests.
    Run(Box<super::hardware::Run>),
    /// Vary a test.
    Sweep(Box<sweep::Request>),
    /// Ask what a model promises.
    Audit(Box<super::audit::Audit>),
    /// `synthesize`.
    Synthesize(Box<super::synthesize::Synthesize>),
    /// Something with the standard suite.
    Suite(suite::Request),
    /// List the models.
    Models {
        /// As JSON.
        json: bool,
    },
    /// Explain a model.
    Model {
        /// Which.
        model: Box<Model>,
        /// With all formulas written out.
        full: bool,
        /// As JSON.
        json: bool,
    },
    /// Print a completion script.
    Completions(clap_complete::Shell),
    /// Print a page of the manual, or write all.
    Man(tell_args::ManPages),
}

/// What `check` is to do.
#[derive(Debug)]
pub struct Check {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// The models asked, each once.
    pub models: Vec<Asked>,
    /// The form of the answers.
    pub format: CheckFormat,
    /// Limits and what to find out.
    pub options: Options,
    /// The final states to list, if they are asked for.
    pub states: Option<super::states::Listing>,
    /// Where proofs go.
    pub proof: Option<PathBuf>,
    /// Whether the test's own statement is an expectation.
    pub strict: bool,
}

/// The forms of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckFormat {
    /// For a person.
    Text,
    /// One JSON array.
    Json,
    /// herd's blocks.
    Herd,
    /// Graphs for Graphviz.
    Dot,
    /// One document of pictures.
    Svg,
}

/// The forms of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShowFormat {
    /// For a person.
    Text,
    /// One JSON object.
    Json,
    /// A graph.
    Dot,
}

impl Request {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them, models that cannot be loaded included.
    pub fn new(command: Command, global: &Global) -> Result<Self, Vec<Failure>> {
        let one = |failure| vec![failure];
        match command {
            Command::Check(args) => Ok(Self::Check(Check::new(args, global)?)),
            Command::Prove(args) => Ok(Self::Prove(Prove::new(args, global)?)),
            Command::Minimize(args) => Ok(Self::Minimize(Minimize::new(args, global)?)),
            Command::Batch(args) => Ok(Self::Batch(Box::new(super::batch_request::Batch::new(
                args, global,
            )?))),
            Command::Compare(args) => {
                Compare::new(*args, global).map(|compare| Self::Compare(Box::new(compare)))
            }
            Command::Fences(args) => {
                let json = json("fences", global.format);
                Fences::new(args, global, json).map(|fences| Self::Fences(Box::new(fences)))
            }
            Command::Merge(args) => {
                Ok(Self::Merge(super::batch_request::Merge::new(args, global)?))
            }
            Command::Show(args) => Ok(Self::Show {
                file: args.file,
                format: match global.format {
                    Format::Text => ShowFormat::Text,
                    Format::Json => ShowFormat::Json,
                    Format::Dot => ShowFormat::Dot,
                    other => return Err(one(no_format("show", other, "text, json, dot"))),
                },
                bound: usize::from(global.bound),
            }),
            Command::Kernel(args) => {
                let request = super::kernel_request::Kernel::new(args, global)?;
                Ok(Self::Kernel(Box::new(request)))
            }
            Command::Trace(args) => {
                let request = super::trace::Trace::new(args, global)?;
                Ok(Self::Trace(Box::new(request)))
            }
            Command::Drf(args) => {
                let request = super::drf::Drf::new(*args, global)?;
                Ok(Self::Drf(Box::new(request)))
            }
            Command::Run(args) => {
                let request = super::hardware::Run::new(*args, global)?;
                Ok(Self::Run(Box::new(request)))
            }
            Command::Sweep(args) => {
                let request = sweep::Request::new(args, global)?;
                Ok(Self::Sweep(Box::new(request)))
            }
            Command::Audit(args) => {
                let request = super::audit::Audit::new(*args, global)?;
                Ok(Self::Audit(Box::new(request)))
            }
            Command::Synthesize(args) => {
                let request = super::synthesize::Synthesize::new(*args, global)?;
                Ok(Self::Synthesize(Box::new(request)))
            }
            Command::Suite(args) => {
                let request = suite::Request::new(args, global).map_err(one)?;
                Ok(Self::Suite(request))
            }
            Command::Models(args) => {
                let json = json("models", global.format).map_err(one)?;
                match args.name {
                    None => Ok(Self::Models { json }),
                    Some(name) => Ok(Self::Model {
                        model: Box::new(Model::find(&name).map_err(|error| one(error.into()))?),
                        full: args.full,
                        json,
                    }),
                }
            }
            // It is served before there is an output: its answers are no text.
            Command::Lsp(_) | Command::Serve(_) => Err(one(Failure::Usage(
                "`lsp` and `serve` are served alone".to_owned(),
            ))),
            Command::Completions(args) => Ok(Self::Completions(args.shell)),
            Command::Man(pages) => Ok(Self::Man(pages)),
        }
    }
}

/// Whether JSON is wanted, for commands that have only that and text.
pub(super) fn json(command: &str, format: Format) -> Result<bool, Failure> {
    match format {
        Format::Text => Ok(false),
        Format::Json => Ok(true),
        other => Err(no_format(command, other, "text, json")),
    }
}

/// The complaint that a command has no such format.
pub(super) fn no_format(command: &str, format: Format, known: &str) -> Failure {
    let format = format.name();
    Failure::Usage(format!(
        "`{command}` has no format `{format}`; it has {known}"
    ))
}

impl Check {
    fn new(args: ask_args::Check, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let format = match global.format {
            Format::Text => CheckFormat::Text,
            Format::Json => CheckFormat::Json,
            Format::Herd => CheckFormat::Herd,
            Format::Dot => CheckFormat::Dot,
            Format::Svg => CheckFormat::Svg,
            other => {
                failures.push(no_format("check", other, "text, json, herd, dot, svg"));
                CheckFormat::Text
            }
        };
        let twice = args.files.iter().filter(|path| path.as_os_str() == "-");
        if twice.count() > 1 {
            let text = "the standard input (`-`) can be read only once";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        let models = models(&args.questions.models, global, &mut failures);
        if args.minimal && global.engine == Engine::Explicit {
            let text = "`--minimal` needs the solver: `--engine explicit` shows the first execution \
                        that it finds";
            failures.push(Failure::Usage(text.to_owned()));
        }
        if args.proof.is_some() && !matches!(global.engine, Engine::Auto | Engine::Sat) {
            let text = "`--proof` is for the built-in solver: `--engine sat`";
            failures.push(Failure::Usage(text.to_owned()));
        }
        if args.proof.is_some() && args.minimal {
            let text = "`--proof` and `--minimal` go apart: one is for what cannot be shown";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let states = super::states::Listing::new(&args, format, &mut failures);
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            paths: args.files,
            models,
            format,
            states,
            options: Options {
                quantity: !args.questions.no_quantity,
                reason: !args.questions.no_reason,
                terminates: true,
                engine: if args.proof.is_some() {
                    sat::Engine::Sat
                } else {
                    options.engine
                },
                proof: args.proof.is_some(),
                race: args.race,
                smallest: args.minimal,
                ..options
            },
            proof: args.proof,
            strict: args.strict,
        })
    }
}

impl Prove {
    fn new(args: ask_args::Prove, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("prove", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        refuse_explicit(
            global,
            "`prove` needs a solver, to say what a proof needs",
            &mut failures,
        );
        needs_models("prove", &args.models, &mut failures);
        let models = models(&args.models, global, &mut failures);
        match json {
            Ok(json) if failures.is_empty() => Ok(Self {
                file: args.file,
                models,
                json,
                options,
            }),
            _ => Err(failures),
        }
    }
}

impl Minimize {
    fn new(args: ask_args::Minimize, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("minimize", global.format).map_err(|failure| failures.push(failure));
        if args.models.iter().any(|name| name.trim() == "all") {
            let text = "`minimize` has no model `all`: name the models whose verdicts are kept";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        refuse_explicit(
            global,
            "`minimize` needs a solver, to ask a model hundreds of times",
            &mut failures,
        );
        needs_models("minimize", &args.models, &mut failures);
        let models = models(&args.models, global, &mut failures);
        match json {
            Ok(json) if failures.is_empty() => Ok(Self {
                file: args.file,
                models: models.into_iter().map(|asked| asked.model).collect(),
                keep: args.keep,
                target: args.output,
                json,
                options,
            }),
            _ => Err(failures),
        }
    }
}

/// Limits and who answers, where all that there is to find out is asked for.
pub(super) fn options(global: &Global, failures: &mut Vec<Failure>) -> Options {
    let engine = match global.engine {
        Engine::Auto | Engine::Explicit => sat::Engine::Auto,
        Engine::Sat => sat::Engine::Sat,
        Engine::Z3 => sat::Engine::Z3,
        Engine::Both => sat::Engine::Both,
    };
    if !engine.is_available() {
        let text = "this build has no Z3: `--engine sat` answers without it";
        failures.push(Failure::Usage(text.to_owned()));
    }
    Options {
        bound: usize::from(global.bound),
        timeout: Some(global.timeout),
        reason_time: Some(global.reason_time),
        engine,
        explicit: global.engine == Engine::Explicit,
        ..Options::default()
    }
}

/// Complains where the enumeration is asked for what it cannot do.
pub(super) fn refuse_explicit(global: &Global, why: &str, failures: &mut Vec<Failure>) {
    if global.engine == Engine::Explicit {
        failures.push(Failure::Usage(format!(
            "{why}: leave out `--engine explicit`"
        )));
    }
}
