//! What has no answer as a view: a refused instruction with what comes nearest, and what stayed open.

use serde::Serialize;

use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::model::nearest::nearest;
use crate::program::Program;
use crate::stop::Open;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::verdict::remark::Remark;

use super::names::Site;

/// An instruction that the model refuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What it is, in the plural: "barriers".
    pub what: &'static str,
    /// What to do instead.
    pub advice: &'static str,
    /// What of the model comes nearest to it, where something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Where it is.
    #[serde(flatten)]
    pub site: Site,
    /// The same as a diagnostic, to be rendered.
    #[serde(skip)]
    pub report: Report,
}

/// A question that stayed open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// What it was about: `condition`, `quantity`, `reason` …
    pub about: &'static str,
    /// Why it stayed open: `bound`, `time`, `memory`, `interrupted`, `size`, `effort`, `missing` or
    /// `internal`.
    pub why: &'static str,
    /// Both as a sentence.
    pub text: String,
    /// Whether no larger bound and no more time would tell.
    #[serde(skip)]
    pub endless: bool,
}

impl Opened {
    pub(super) fn of(remark: &Remark) -> Self {
        Self {
            about: remark.about.name(),
            why: remark.why.name(),
            text: remark.to_string(),
            endless: matches!(remark.why, Open::Endless(_)),
        }
    }
}

pub(super) fn refusal(program: &Program, model: &Model, refused: &Unsupported) -> Refusal {
    let nearest = nearest(model, program, refused);
    let diagnostic = Diagnostic::new(
        format!("{} gives {} no meaning", model.name, refused.what),
        refused.span,
        "so this test has no verdict",
    )
    .with_help(match &nearest {
        Some(nearest) => format!("nearest in {}: {nearest}; {}", model.name, refused.advice),
        None => refused.advice.to_owned(),
    });
    Refusal {
        what: refused.what,
        advice: refused.advice,
        nearest,
        site: Site::of(&program.source, refused.span),
        report: Report::new(program.source.clone(), vec![diagnostic]),
    }
}
