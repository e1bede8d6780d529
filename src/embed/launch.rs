//! A launch of a kernel under a model.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::kernel::load::texts;
use crate::kernel::report::answer::Report;
use crate::kernel::report::fix::Fix;
use crate::kernel::report::{Ask, MODELS, ask, no_model, render, vanishing};
use crate::kernel::setup::Setup;
use crate::render::kernel::picture::{document_of, drawn};
use crate::render::repair::fixes as render_fixes;
use crate::stop::Stop;
use crate::syntax::difference::unified;
use crate::syntax::span::SourceFile;
use crate::tasks::fences::prices::Prices;
use crate::tasks::repair;
use crate::verdict::query::Options;

use super::request::{Refused, told};

/// What is asked of a launch. What is left out is as `kernel` has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// The module of PTX.
    ptx: String,
    /// The launch file; the module that it names is `ptx`, whatever its path.
    launch: String,
    /// The name that messages have for the launch file.
    #[serde(default = "unnamed")]
    name: String,
    /// The model: one of those of `kernel`.
    #[serde(default = "plain_model")]
    model: String,
    /// How often a loop is gone round.
    bound: Option<usize>,
    /// Milliseconds for each question; a minute, unless said.
    timeout: Option<u64>,
    /// Whether the runs that are shown are to be smallest ones.
    #[serde(default)]
    smallest: bool,
    /// Milliseconds for a search for fixes; two minutes, unless said.
    within: Option<u64>,
    /// Whether the pictures and the text are wanted too.
    #[serde(default)]
    picture: bool,
}

/// The time for a search for fixes, unless the request says one.
const SEARCH: Duration = Duration::from_secs(120);

fn unnamed() -> String {
    "launch.toml".to_owned()
}

fn plain_model() -> String {
    MODELS[0].to_owned()
}

#[derive(Serialize)]
struct Said {
    report: Report,
    /// As `kernel` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// One SVG document for each check that has a run to show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<Picture>,
}

#[derive(Serialize)]
struct Picture {
    check: &'static str,
    svg: String,
}

/// The answers to all checks of a launch: the `report`, as the command's JSON, and where the pictures are wanted,
/// `text` and `pictures` too, one for each `check` with a run to show.
///
/// The request has `ptx` and `launch`, two texts, and of a [`Request`](super::Request) the fields `name`, `model`,
/// `bound`, `timeout`, `smallest` and `picture`.
#[must_use]
pub fn kernel(request: &str) -> String {
    told(Asked::read(request).and_then(|asked| answered(&asked)))
}

/// The cheapest fences, orders and scopes with which what is violated holds: `fixes`, as the command's JSON has them, each
/// with the module that has it (`patched`) and what that changes (`diff`); which checks are `mended`, `beyond` mending or
/// `open`; and the `text` that `kernel --fences` prints.
///
/// The request is that of [`kernel()`]; `timeout` is for each question, `within` for the whole search.
#[must_use]
pub fn mend(request: &str) -> String {
    told(Asked::read(request).and_then(|asked| mended(&asked)))
}

impl Asked {
    fn read(request: &str) -> Result<Self, Refused> {
        let asked = serde_json::from_str::<Self>(request);
        let asked = asked.map_err(|error| Refused::Error(error.to_string()))?;
        if MODELS.contains(&asked.model.as_str()) {
            return Ok(asked);
        }
        Err(Refused::Error(no_model(&asked.model)))
    }

    fn setup(&self) -> Result<Setup, Refused> {
        let source = SourceFile::new(&*self.name, &*self.launch);
        Ok(texts(&source, &self.ptx)?)
    }

    /// A question with a time of its own.
    fn question(&self, smallest: bool) -> Ask {
        let plain = Options::default();
        let options = Options {
            bound: self.bound.unwrap_or(plain.bound),
            timeout: self.timeout.map(Duration::from_millis).or(plain.timeout),
            smallest,
            ..plain
        };
        Ask {
            model: self.model.clone(),
            bound: options.bound,
            stop: options.limits().stop,
            options,
            recall: None,
        }
    }

    fn report(&self, setup: &Setup, smallest: bool) -> Report {
        let mut report = ask(setup, &self.question(smallest));
        vanishing(setup, &self.question(smallest), &mut report);
        report
    }
}

fn answered(asked: &Asked) -> Result<Said, Refused> {
    let report = asked.report(&asked.setup()?, asked.smallest);
    let mut pictures = Vec::new();
    if asked.picture {
        let checks = report.checks.iter().filter(|check| drawn(check));
        pictures.extend(checks.map(|check| Picture {
            check: check.name,
            svg: document_of(&report, check),
        }));
    }
    Ok(Said {
        text: asked.picture.then(|| render(&report, false)),
        pictures,
        report,
    })
}

#[derive(Serialize)]
struct Repaired {
    fixes: Vec<Offer>,
    /// The checks that then hold and do not as it is.
    mended: Vec<&'static str>,
    /// Those that nothing mends.
    beyond: Vec<&'static str>,
    /// Those of which that is open.
    open: Vec<&'static str>,
    /// As `kernel --fences` prints it.
    text: String,
}

#[derive(Serialize)]
struct Offer {
    #[serde(flatten)]
    fix: Fix,
    diff: String,
    patched: String,
}

fn mended(asked: &Asked) -> Result<Repaired, Refused> {
    let setup = asked.setup()?;
    let report = asked.report(&setup, false);
    let time = asked.within.map_or(SEARCH, Duration::from_millis);
    let stop = Stop::never().and_after(time);
    let question = || asked.question(false);
    let nowhere = |_: &str| None;
    let prices = Prices::default();
    let found = repair::fences(&setup, &question, &report, &prices, (&stop, &nowhere));
    let text = render_fixes(&found);
    let source = &setup.module.source;
    let offers = found.offers().map(|(fix, patched)| Offer {
        fix: fix.clone(),
        diff: unified((&source.name, &source.name), &source.text, patched),
        patched: patched.to_owned(),
    });
    Ok(Repaired {
        fixes: offers.collect(),
        mended: found.mended.clone(),
        beyond: found.beyond,
        open: found.open,
        text,
    })
}
