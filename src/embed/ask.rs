//! One test under one model.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::render::picture::page;
use crate::render::text;
use crate::syntax::Report;
use crate::syntax::ast::Quantifier;
use crate::tasks::ask::judged;
use crate::view::Answer;

use super::mistakes::Mistake;
use super::request::{Refused, Request, lines_of, told};

#[derive(Serialize)]
struct Said {
    answer: Answer,
    /// As `check` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// One SVG document.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// The values of each final state as text, in the order of the answer's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ends: Vec<Vec<String>>,
}

/// Whether the condition is reachable: the `answer`, and where the picture is wanted, `picture` (an SVG
/// document) and `text` too. Where final states are listed, `ends` has the values of each as text: addresses by
/// their names.
#[must_use]
pub fn check(request: &str) -> String {
    told(Request::read(request).and_then(|request| answered(&request)))
}

/// The answer as a value, for callers that render it when they need to: until somebody sets the flag.
///
/// # Errors
///
/// What [`check`] says instead of an answer.
pub fn answer(request: &str, flag: Arc<AtomicBool>) -> Result<Answer, String> {
    let answer = Request::until(request, flag).and_then(|request| found(&request));
    answer.map_err(|refused| told::<()>(Err(refused)))
}

/// An answer as `check` prints it, in lines of so many characters.
#[must_use]
pub fn text(answer: &Answer, width: u16) -> String {
    text::render(answer, lines_of(Some(width)))
}

/// An answer as the object that `check --format json` prints.
///
/// # Errors
///
/// It has no such form: a defect.
pub fn json(answer: &Answer) -> Result<String, String> {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}

/// An answer as one SVG document.
#[must_use]
pub fn picture(answer: &Answer) -> String {
    page::render(std::slice::from_ref(answer))
}

fn found(request: &Request) -> Result<Answer, Refused> {
    let program = request.program()?;
    let options = request.options_of(&program)?;
    Ok(judged(&program, &request.model()?, &options)?.answer)
}

fn answered(request: &Request) -> Result<Said, Refused> {
    let answer = found(request)?;
    let extra = |render: &dyn Fn(&Answer) -> String| request.picture.then(|| render(&answer));
    Ok(Said {
        text: extra(&|answer| text::render(answer, request.layout())),
        picture: extra(&picture),
        ends: answer
            .states
            .iter()
            .flat_map(|states| states.found.iter().map(|state| state.texts.clone()))
            .collect(),
        answer,
    })
}

#[derive(Serialize)]
struct Checked {
    diagnostics: Vec<Mistake>,
    /// As the command line prints them.
    rendered: String,
    /// The test's name; nothing where the test has mistakes.
    test: Option<String>,
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
    let mut rendered = String::new();
    let mut add = |refused: Refused| match refused {
        Refused::Mistakes {
            diagnostics: more,
            rendered: text,
        } => {
            diagnostics.extend(more);
            rendered.push_str(&text);
        }
        Refused::Error(_) => {}
    };
    if request.own.is_some()
        && let Err(refused) = request.model()
    {
        add(refused);
    }
    let mut test = None;
    let mut forall = false;
    let statement = match request.program() {
        Ok(program) => {
            forall = program.quantifier == Quantifier::Forall;
            let warnings = Report::new(program.source.clone(), program.warnings.clone());
            if !program.warnings.is_empty() {
                add(warnings.into());
            }
            test = Some(program.name.clone());
            Some(program.source.text[program.condition.span().range()].to_owned())
        }
        Err(refused) => {
            add(refused);
            None
        }
    };
    Checked {
        diagnostics,
        rendered,
        test,
        statement,
        forall,
    }
}
