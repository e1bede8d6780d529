//! One test under one model.

use serde::Serialize;

use crate::render::picture::page;
use crate::render::text;
use crate::syntax::Report;
use crate::syntax::ast::Quantifier;
use crate::tasks::ask::judged;
use crate::view::Answer;

use super::mistakes::{Mistake, mistakes};
use super::request::{Refused, Request, told};

#[derive(Serialize)]
struct Said {
    answer: Answer,
    /// As `check` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// One SVG document.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// Whether the condition is reachable: the `answer`, and where the picture is wanted, `picture` (an SVG
/// document) and `text` too.
#[must_use]
pub fn check(request: &str) -> String {
    told(Request::read(request).and_then(|request| answered(&request)))
}

fn answered(request: &Request) -> Result<Said, Refused> {
    let program = request.program()?;
    let answer = judged(&program, &request.model()?, &request.options())?.answer;
    let extra = |render: &dyn Fn(&Answer) -> String| request.picture.then(|| render(&answer));
    Ok(Said {
        text: extra(&|answer| text::render(answer, request.layout())),
        picture: extra(&|answer| page::render(std::slice::from_ref(answer))),
        answer,
    })
}

#[derive(Serialize)]
struct Checked {
    diagnostics: Vec<Mistake>,
    /// What the condition says; nothing where the test has mistakes.
    statement: Option<String>,
    /// Whether all executions are to end so.
    forall: bool,
}

/// The mistakes and warnings of the test and of the model of one's own, if the request has one, as
/// `diagnostics`.
#[must_use]
pub fn diagnose(request: &str) -> String {
    told(Request::read(request).map(|request| diagnosed(&request)))
}

fn diagnosed(request: &Request) -> Checked {
    let mut diagnostics = Vec::new();
    if request.own.is_some()
        && let Err(Refused::Diagnostics(more)) = request.model()
    {
        diagnostics.extend(more);
    }
    let mut forall = false;
    let statement = match request.program() {
        Ok(program) => {
            forall = program.quantifier == Quantifier::Forall;
            let warnings = Report::new(program.source.clone(), program.warnings.clone());
            diagnostics.extend(mistakes(&warnings));
            Some(program.source.text[program.condition.span().range()].to_owned())
        }
        Err(Refused::Diagnostics(more)) => {
            diagnostics.extend(more);
            None
        }
        Err(Refused::Error(_)) => None,
    };
    Checked {
        diagnostics,
        statement,
        forall,
    }
}
