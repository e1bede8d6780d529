//! What is asked, and of whom.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::registry::looks_like_file;
use crate::model::{Model, cat, check_expectations};
use crate::program::{Program, load};
use crate::render::layout::Layout;
use crate::syntax::Report;
use crate::verdict::query::{Options, REASON_TIME};

use super::mistakes::{Mistake, mistakes};

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
    /// Whether the witness is to be a smallest one.
    #[serde(default)]
    pub smallest: bool,
    /// How many characters a line of the text has; 100, unless said.
    pub width: Option<u16>,
    /// Whether the picture and the text are wanted too.
    #[serde(default)]
    pub picture: bool,
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

fn unnamed() -> String {
    "test.litmus".to_owned()
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refused {
    /// A text has mistakes.
    Diagnostics(Vec<Mistake>),
    /// The request is none, or asks for what does not exist.
    Error(String),
}

impl From<Report> for Refused {
    fn from(report: Report) -> Self {
        Self::Diagnostics(mistakes(&report))
    }
}

impl Request {
    /// Reads a request.
    pub(super) fn read(json: &str) -> Result<Self, Refused> {
        serde_json::from_str(json).map_err(|error| Refused::Error(error.to_string()))
    }

    /// The test, with its names resolved.
    pub(super) fn program(&self) -> Result<Program, Refused> {
        let program = load(&self.name, &self.text)?;
        check_expectations(&program)?;
        Ok(program)
    }

    /// The model.
    pub(super) fn model(&self) -> Result<Model, Refused> {
        match (&self.own, &self.model) {
            (Some(own), None) => {
                let definition = cat::load(&own.name, &own.text)?;
                Ok(Model::of(&own.name, "a model of the page", definition))
            }
            (None, Some(name)) if looks_like_file(name) => Err(Refused::Error(
                "a model file cannot be read here; its text can be given".to_owned(),
            )),
            (None, Some(name)) => {
                Model::find(name).map_err(|error| Refused::Error(error.to_string()))
            }
            (None, None) | (Some(_), Some(_)) => {
                let text = "a request has a `model` or an `own` one, and not both";
                Err(Refused::Error(text.to_owned()))
            }
        }
    }

    /// How texts are set.
    pub(super) fn layout(&self) -> Layout {
        let plain = Layout::default();
        let width = self.width.map_or(plain.width, |width| width.clamp(40, 200));
        Layout { width, ..plain }
    }

    /// What to find out, and when to give up.
    pub(super) fn options(&self) -> Options {
        let plain = Options::default();
        let time = self.timeout.map(Duration::from_millis);
        Options {
            bound: self.bound.unwrap_or(plain.bound),
            timeout: time.or(plain.timeout),
            reason_time: time.map_or(Some(REASON_TIME), |time| Some(time.min(REASON_TIME))),
            reason: self.reason,
            race: self.reason,
            mend: self.reason,
            smallest: self.smallest,
            terminates: true,
            ..plain
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
