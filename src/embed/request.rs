//! What is asked, and of whom.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::Explicit;
use crate::model::registry::looks_like_file;
use crate::model::{Model, cat, load_test};
use crate::program::Program;
use crate::render::layout::Layout;
use crate::sat::engine as sat;
use crate::syntax::Report;
use crate::syntax::span::SourceFile;
use crate::tasks::ask::asks_how_it_ends;
use crate::tasks::observe::observed;
use crate::verdict::query::{Options, REASON_TIME};
use crate::verdict::states::Wanted;

use super::mistakes::{Mistake, mistakes};
use super::until::stop;

/// A question. What is left out is as `check` has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The test.
    pub text: String,
    /// The name that messages have for it.
    #[serde(default = "unnamed")]
    pub name: String,
    /// The model's name; or else `own`.
    pub model: Option<String>,
    /// A model that is written here.
    pub own: Option<Own>,
    /// How often a backward jump is taken.
    pub bound: Option<usize>,
    /// Milliseconds for each question; a minute, unless said.
    pub timeout: Option<u64>,
    /// Whether the reason of an `unreachable` is wanted.
    #[serde(default)]
    pub reason: bool,
    /// Milliseconds for each reason; two seconds, unless said, and never more than `timeout`.
    pub reason_time: Option<u64>,
    /// Whether a data race is looked for that the witness does not have; as `reason`, unless said.
    pub race: Option<bool>,
    /// Whether changes are looked for that would order the accesses of a race; as `reason`, unless said.
    pub mend: Option<bool>,
    /// Whether to ask also in how many executions the condition holds: yes, unless said.
    pub quantity: Option<bool>,
    /// Which final states to list, if any.
    pub states: Option<Listed>,
    /// Who answers.
    #[serde(default)]
    pub engine: Engine,
    /// Whether the witness is to be a smallest one.
    #[serde(default)]
    pub smallest: bool,
    /// How many characters a line of the text has; 100, unless said.
    pub width: Option<u16>,
    /// Whether the picture and the text are wanted too.
    #[serde(default)]
    pub picture: bool,
    /// Ends it, when somebody sets it.
    #[serde(skip)]
    pub(super) flag: Option<Arc<AtomicBool>>,
}

/// Which final states are listed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// What is looked at: registers and locations by their names, or `all`; what the condition speaks of, unless
    /// said.
    #[serde(default)]
    pub observe: Vec<String>,
    /// No more than so many.
    pub limit: Option<usize>,
    /// Whether an execution is kept for each.
    #[serde(default)]
    pub witnesses: bool,
}

/// Who answers, as `--engine` has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The built-in solver, and whoever confirms it in this build.
    #[default]
    Auto,
    /// The built-in solver with a checked proof.
    Sat,
    /// Z3 alone.
    Z3,
    /// Both.
    Both,
    /// The enumerator, or the explorer of a machine.
    Explicit,
}

/// A model in the model language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// The name that answers have for it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A model by its name, or one's own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub(super) model: Option<String>,
    pub(super) own: Option<Own>,
}

impl Named {
    pub(super) fn model(&self) -> Result<Model, Refused> {
        model(self.model.as_deref(), self.own.as_ref())
    }
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refused {
    /// The request is none, or asks for what does not exist.
    Error(String),
    /// A text has mistakes.
    #[serde(untagged)]
    Mistakes {
        /// The mistakes.
        diagnostics: Vec<Mistake>,
        /// As the command line prints them.
        rendered: String,
    },
}

impl From<Report> for Refused {
    fn from(report: Report) -> Self {
        Self::Mistakes {
            diagnostics: mistakes(&report),
            rendered: report.render(false),
        }
    }
}

impl Request {
    /// Reads a request.
    pub(super) fn read(json: &str) -> Result<Self, Refused> {
        serde_json::from_str(json).map_err(|error| Refused::Error(error.to_string()))
    }

    /// Reads a request that ends when somebody sets the flag.
    pub(super) fn until(json: &str, flag: Arc<AtomicBool>) -> Result<Self, Refused> {
        let flag = Some(flag);
        Self::read(json).map(|request| Self { flag, ..request })
    }

    /// The test, with its names resolved.
    pub(super) fn program(&self) -> Result<Program, Refused> {
        let source = SourceFile::new(self.name.as_str(), self.text.as_str());
        Ok(load_test(&source)?)
    }

    /// The model.
    pub(super) fn model(&self) -> Result<Model, Refused> {
        let model = model(self.model.as_deref(), self.own.as_ref())?;
        self.engine.knows(&model)?;
        Ok(model)
    }

    /// How texts are set.
    pub(super) fn layout(&self) -> Layout {
        lines_of(self.width)
    }

    /// What to find out, and when to give up.
    pub(super) fn options(&self) -> Result<Options, Refused> {
        let plain = Options::default();
        let time = self.timeout.map(Duration::from_millis);
        let reason_time = self.reason_time.map_or(REASON_TIME, Duration::from_millis);
        Ok(Options {
            bound: self.bound.unwrap_or(plain.bound),
            timeout: time.or(plain.timeout),
            reason_time: Some(time.map_or(reason_time, |time| time.min(reason_time))),
            stop: stop(self.flag.as_ref()),
            quantity: self.quantity.unwrap_or(plain.quantity),
            reason: self.reason,
            race: self.race.unwrap_or(self.reason),
            mend: self.mend.unwrap_or(self.reason),
            smallest: self.smallest,
            terminates: true,
            engine: self.engine.solver()?,
            explicit: self.engine == Engine::Explicit,
            ..plain
        })
    }

    /// As [`Self::options`], with the final states of a test that are asked for.
    pub(super) fn options_of(&self, program: &Program) -> Result<Options, Refused> {
        let options = self.options()?;
        let Some(listed) = &self.states else {
            return Ok(options);
        };
        if self.smallest || self.race == Some(true) {
            let text = "`states` is about all states, `smallest` and `race` about one execution: ask apart";
            return Err(Refused::Error(text.to_owned()));
        }
        asks_how_it_ends(program, "states")?;
        let terms = observed(program, &listed.observe);
        let terms = terms.map_err(|error| Refused::Error(error.to_string()))?;
        Ok(Options {
            states: Some(Wanted {
                terms,
                most: listed.limit,
                runs: listed.witnesses,
            }),
            // What shows or forbids the condition is not what is asked.
            reason: false,
            race: false,
            mend: false,
            ..options
        })
    }
}

impl Engine {
    /// That it can answer for a model.
    pub(super) fn knows(self, model: &Model) -> Result<(), Refused> {
        if self != Self::Explicit || Explicit::of(model).is_some() {
            return Ok(());
        }
        let (name, known) = (&model.name, Explicit::known());
        Err(Refused::Error(format!(
            "the engine `explicit` does not know `{name}`; it knows {known}"
        )))
    }

    /// The solvers that it means.
    pub(super) fn solver(self) -> Result<sat::Engine, Refused> {
        let engine = match self {
            Self::Auto | Self::Explicit => sat::Engine::Auto,
            Self::Sat => sat::Engine::Sat,
            Self::Z3 => sat::Engine::Z3,
            Self::Both => sat::Engine::Both,
        };
        if engine.is_available() {
            return Ok(engine);
        }
        let text = "this build has no Z3: the engine `sat` answers without it";
        Err(Refused::Error(text.to_owned()))
    }
}

fn unnamed() -> String {
    "test.litmus".to_owned()
}

/// Texts in lines of so many characters.
pub(super) fn lines_of(width: Option<u16>) -> Layout {
    let plain = Layout::default();
    let width = width.map_or(plain.width, |width| width.clamp(40, 200));
    Layout { width, ..plain }
}

/// A model by its name, or one's own.
pub(super) fn model(name: Option<&str>, own: Option<&Own>) -> Result<Model, Refused> {
    match (own, name) {
        (Some(own), None) => {
            let definition = cat::load(&own.name, &own.text)?;
            Ok(Model::of(&own.name, "a model given as text", definition))
        }
        (None, Some(name)) if looks_like_file(name) => Err(Refused::Error(
            "a model file cannot be read here; its text can be given".to_owned(),
        )),
        (None, Some(name)) => Model::find(name).map_err(|error| Refused::Error(error.to_string())),
        (None, None) | (Some(_), Some(_)) => {
            let text = "a request has a `model` or an `own` one, and not both";
            Err(Refused::Error(text.to_owned()))
        }
    }
}

/// An answer or a refusal, as JSON.
pub(super) fn told<T: Serialize>(said: Result<T, Refused>) -> String {
    let text = match said {
        Ok(said) => serde_json::to_string(&said),
        Err(refused) => serde_json::to_string(&refused),
    };
    text.unwrap_or_else(|error| format!("{{\"error\":{:?}}}", error.to_string()))
}
