//! Two models beside each other, on given tests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::{Model, load_test};
use crate::render::compare::given as render;
use crate::stop::Open;
use crate::syntax::span::SourceFile;
use crate::tasks::compare::among;
use crate::tasks::compare::given::{Difference, Pair, Row, compare as compared};
use crate::tasks::compare::summary::{Compared, Rank, Summary};
use crate::tasks::observe::observed;
use crate::verdict::query::{Options, REASON_TIME};

use super::compare_space::{Space, searched};
use super::request::{Engine, Named, Refused, lines_of, told};
use super::until::stop;

/// Two models, and on which tests: given ones, or all of a space.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) first: Option<Named>,
    pub(super) second: Option<Named>,
    /// The tests.
    pub(super) tests: Option<Vec<Text>>,
    /// What is looked at in final states; all, unless said.
    #[serde(default)]
    pub(super) observe: Vec<String>,
    /// All tests up to a size.
    pub(super) space: Option<Space>,
    bound: Option<usize>,
    timeout: Option<u64>,
    reason_time: Option<u64>,
    #[serde(default)]
    pub(super) engine: Engine,
    pub(super) width: Option<u16>,
    /// Ends it, when somebody sets it.
    #[serde(skip)]
    flag: Arc<AtomicBool>,
}

/// A test.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub(super) name: String,
    pub(super) text: String,
}

/// What was found: the command's JSON, and what it prints.
#[derive(Serialize)]
pub(super) struct Said<T> {
    /// The name of the JSON's definition.
    pub(super) kind: &'static str,
    pub(super) found: T,
    pub(super) text: String,
    /// One SVG document, where the command draws one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<String>,
}

impl<T> Said<T> {
    /// What was found, without a picture.
    pub(super) const fn new(kind: &'static str, text: String, found: T) -> Self {
        Self {
            kind,
            found,
            text,
            picture: None,
        }
    }
}

/// What sets two models apart: on `tests`, or on all tests of a `space`, until somebody sets the flag. `found` is what the
/// command prints with `--format json`, `text` what it prints without, `kind` which of its forms it is.
#[must_use]
pub fn compare(request: &str, flag: Arc<AtomicBool>) -> String {
    let question = serde_json::from_str::<Question>(request);
    let question = question.map_err(|error| Refused::Error(error.to_string()));
    match question.map(|question| Question { flag, ..question }) {
        Err(refused) => told::<()>(Err(refused)),
        Ok(question) => match (&question.tests, &question.space) {
            (Some(tests), None) => told(question.given(tests)),
            (None, Some(space)) => searched(&question, space),
            (Some(_), Some(_)) | (None, None) => {
                let text = "a comparison has `tests` or a `space`, and not both";
                told::<()>(Err(Refused::Error(text.to_owned())))
            }
        },
    }
}

/// How the rows of a comparison that was made elsewhere, each as JSON, stand together.
#[derive(Serialize)]
struct Ranked {
    summary: Summary,
    /// The places of the rows in the order in which the command prints them.
    order: Vec<usize>,
}

/// The `summary` of rows that somebody found, and the `order` in which the command prints them.
///
/// # Errors
///
/// A row is none.
pub fn ranked(rows: &[String]) -> Result<String, String> {
    let ranks: Result<Vec<Rank<'_>>, _> =
        rows.iter().map(|row| serde_json::from_str(row)).collect();
    let ranks = ranks.map_err(|error| format!("no row of this program: {error}"))?;
    let found: Vec<Difference> = ranks.iter().map(|rank| rank.difference).collect();
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[a].key().cmp(&ranks[b].key()));
    let ranked = Ranked {
        summary: Summary::of(&found),
        order,
    };
    serde_json::to_string(&ranked).map_err(|error| error.to_string())
}

impl Question {
    /// The models, which are two.
    pub(super) fn models(&self, alike: bool) -> Result<(Model, Model), Refused> {
        let (Some(first), Some(second)) = (&self.first, &self.second) else {
            let text = "a comparison needs a `first` and a `second` model";
            return Err(Refused::Error(text.to_owned()));
        };
        let (first, second) = (first.model()?, second.model()?);
        match among::alike(&first, &second) {
            Some(text) if !alike => Err(Refused::Error(text)),
            Some(_) | None => Ok((first, second)),
        }
    }

    /// Two models that are not the same, and that the engine knows.
    pub(super) fn apart(&self) -> Result<(Model, Model), Refused> {
        let (first, second) = self.models(false)?;
        for model in [&first, &second] {
            self.engine.knows(model)?;
        }
        Ok((first, second))
    }

    /// What to find out, and when to give up.
    pub(super) fn options(&self) -> Result<Options, Refused> {
        let plain = Options::default();
        Ok(Options {
            bound: self.bound.unwrap_or(plain.bound),
            timeout: self.timeout.map(Duration::from_millis).or(plain.timeout),
            reason_time: Some(self.reason_time.map_or(REASON_TIME, Duration::from_millis)),
            stop: stop(Some(&self.flag)),
            engine: self.engine.solver()?,
            explicit: self.engine == Engine::Explicit,
            ..plain
        })
    }

    fn given(&self, tests: &[Text]) -> Result<Said<Compared>, Refused> {
        let (first, second) = self.apart()?;
        let options = self.options()?;
        let pair = Pair {
            first: &first,
            second: &second,
        };
        let rows: Result<Vec<Row>, Refused> = tests
            .iter()
            .map(|test| self.row(test, pair, &options))
            .collect();
        let found = Compared::new(pair, rows?);
        let text = render(&found, lines_of(self.width));
        Ok(Said::new("compare", text, found))
    }

    pub(super) fn row(
        &self,
        test: &Text,
        pair: Pair<'_>,
        options: &Options,
    ) -> Result<Row, Refused> {
        let ended = |open: Open| Refused::Error(open.to_string());
        options.stop.check().map_err(ended)?;
        let program = load_test(&SourceFile::new(test.name.as_str(), test.text.as_str()))?;
        let all = ["all".to_owned()];
        let names = if self.observe.is_empty() {
            &all
        } else {
            self.observe.as_slice()
        };
        let terms = observed(&program, names);
        let terms = terms.map_err(|error| Refused::Error(error.to_string()))?;
        Ok(compared(&program, pair, &terms, options)?)
    }
}
