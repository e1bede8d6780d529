//! What is to be done, once the arguments are known to make sense.

use std::path::PathBuf;

use crate::explicit;
use crate::models::Model;
use crate::models::registry::{self, built_in};
use crate::solve::check::Options;
use crate::ugpu;

use super::args::{self, Command, Engine, Format, Global};
use super::failure::Failure;
use super::fences::Fences;

/// A request that can be served.
#[derive(Debug)]
pub enum Request {
    /// Answer tests.
    Check(Check),
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
    /// List the models.
    Models {
        /// As JSON.
        json: bool,
    },
    /// Explain a model.
    Model {
        /// Which.
        model: Box<Model>,
        /// As JSON.
        json: bool,
    },
    /// Print a completion script.
    Completions(clap_complete::Shell),
    /// Print the manual page.
    Man,
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
    /// Who answers.
    pub engine: Engine,
    /// Whether the test's own statement is an expectation.
    pub strict: bool,
}

/// A model that is asked.
#[derive(Debug)]
pub struct Asked {
    /// The model.
    pub model: Model,
    /// Whether it was named, and does not only belong to `all`.
    pub named: bool,
    /// Who answers without a solver, where that is asked for.
    pub explicit: Option<Explicit>,
}

/// Who answers without a solver.
#[derive(Debug, Clone, Copy)]
pub enum Explicit {
    /// The enumerator of executions.
    Enumerator(explicit::Model),
    /// The explorer of a machine's states.
    Explorer(ugpu::Model),
}

impl Explicit {
    fn of(model: &Model) -> Option<Self> {
        match model.machine() {
            Some(machine) => Some(Self::Explorer(machine)),
            None => explicit::Model::from_name(&model.name).map(Self::Enumerator),
        }
    }

    /// The names of all that can be answered so.
    fn known() -> String {
        let known = built_in().iter().filter(|model| Self::of(model).is_some());
        let names: Vec<&str> = known.map(|model| model.name.as_str()).collect();
        names.join(", ")
    }
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
            Command::Fences(args) => {
                let json = json("fences", global.format);
                Fences::new(args, global, json).map(|fences| Self::Fences(Box::new(fences)))
            }
            Command::Show(args) => Ok(Self::Show {
                file: args.file,
                format: match global.format {
                    Format::Text => ShowFormat::Text,
                    Format::Json => ShowFormat::Json,
                    Format::Dot => ShowFormat::Dot,
                    Format::Herd => return Err(one(no_format("show", "herd", "text, json, dot"))),
                },
                bound: usize::from(global.bound),
            }),
            Command::Models(args) => {
                let json = json("models", global.format).map_err(one)?;
                match args.name {
                    None => Ok(Self::Models { json }),
                    Some(name) => Ok(Self::Model {
                        model: Box::new(Model::find(&name).map_err(|error| one(error.into()))?),
                        json,
                    }),
                }
            }
            Command::Completions(args) => Ok(Self::Completions(args.shell)),
            Command::Man => Ok(Self::Man),
        }
    }
}

fn json(command: &str, format: Format) -> Result<bool, Failure> {
    match format {
        Format::Text => Ok(false),
        Format::Json => Ok(true),
        Format::Herd => Err(no_format(command, "herd", "text, json")),
        Format::Dot => Err(no_format(command, "dot", "text, json")),
    }
}

fn no_format(command: &str, format: &str, known: &str) -> Failure {
    Failure::Usage(format!(
        "`{command}` has no format `{format}`; it has {known}"
    ))
}

impl Check {
    fn new(args: args::Check, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let format = match global.format {
            Format::Text => CheckFormat::Text,
            Format::Json => CheckFormat::Json,
            Format::Herd => CheckFormat::Herd,
            Format::Dot => {
                failures.push(no_format("check", "dot", "text, json, herd"));
                CheckFormat::Text
            }
        };
        let twice = args.files.iter().filter(|path| path.as_os_str() == "-");
        if twice.count() > 1 {
            let text = "the standard input (`-`) can be read only once";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let models = models(&args, &mut failures);
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            paths: args.files,
            models,
            format,
            options: Options {
                bound: usize::from(global.bound),
                timeout: Some(global.timeout),
                quantity: !args.no_quantity,
                reason: !args.no_reason,
                flags: true,
            },
            engine: args.engine,
            strict: args.strict,
        })
    }
}

/// The models by their names, each once, in the order they are first named.
fn models(args: &args::Check, failures: &mut Vec<Failure>) -> Vec<Asked> {
    let mut asked: Vec<Asked> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for name in args.models.iter().map(|name| name.trim()) {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let (found, named) = match name {
            "" => {
                let text = format!("a model has no name; the models are {}", known());
                failures.push(Failure::Usage(text));
                continue;
            }
            "all" => (built_in().to_vec(), false),
            name => match Model::find(name) {
                Ok(model) => (vec![model], true),
                Err(error) => {
                    failures.push(error.into());
                    continue;
                }
            },
        };
        for model in found {
            match asked
                .iter_mut()
                .find(|other| other.model.name == model.name)
            {
                Some(other) => other.named |= named,
                None => asked.extend(ask(model, named, args.engine, failures)),
            }
        }
    }
    asked
}

fn ask(model: Model, named: bool, engine: Engine, failures: &mut Vec<Failure>) -> Option<Asked> {
    let explicit = match engine {
        Engine::Solver => None,
        Engine::Explicit => {
            let found = Explicit::of(&model);
            if found.is_none() {
                // A built-in model that nobody named is left out, as one that refuses the test.
                if named {
                    failures.push(Failure::Usage(format!(
                        "`--engine explicit` does not know `{}`; it knows {}",
                        model.name,
                        Explicit::known()
                    )));
                }
                return None;
            }
            found
        }
    };
    Some(Asked {
        model,
        named,
        explicit,
    })
}

fn known() -> String {
    format!("all, {}", registry::names().join(", "))
}
