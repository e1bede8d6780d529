//! A launch of a kernel under a model.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::kernel::load::texts;
use crate::kernel::report::answer::Report;
use crate::kernel::report::{Ask, MODELS, ask, render, vanishing};
use crate::render::kernel::picture::{document_of, drawn};
use crate::syntax::span::SourceFile;
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
    /// Whether the pictures and the text are wanted too.
    #[serde(default)]
    picture: bool,
}

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
/// `bound`, `timeout` and `picture`.
#[must_use]
pub fn kernel(request: &str) -> String {
    let asked = serde_json::from_str::<Asked>(request);
    let asked = asked.map_err(|error| Refused::Error(error.to_string()));
    told(asked.and_then(|asked| answered(&asked)))
}

fn answered(asked: &Asked) -> Result<Said, Refused> {
    if !MODELS.contains(&asked.model.as_str()) {
        let known = MODELS.join(", ");
        let text = format!(
            "kernels are asked about under {known}, not `{}`",
            asked.model
        );
        return Err(Refused::Error(text));
    }
    let setup = texts(&SourceFile::new(&*asked.name, &*asked.launch), &asked.ptx)?;
    let plain = Options::default();
    let options = Options {
        bound: asked.bound.unwrap_or(plain.bound),
        timeout: asked.timeout.map(Duration::from_millis).or(plain.timeout),
        ..plain
    };
    // Each question has a time of its own.
    let question = || Ask {
        model: asked.model.clone(),
        bound: options.bound,
        stop: options.limits().stop,
        options: options.clone(),
        recall: None,
    };
    let mut report = ask(&setup, &question());
    vanishing(&setup, &question(), &mut report);
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
