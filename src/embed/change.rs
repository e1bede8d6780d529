//! Other tests than the one that was given: one with fences, a smaller one.

use std::time::Duration;

use serde::Serialize;

use crate::render::fences::render;
use crate::syntax::difference::unified;
use crate::syntax::parse_source;
use crate::syntax::span::SourceFile;
use crate::tasks::fences::found::{Limits, Request as Search};
use crate::tasks::fences::prices::Prices;
use crate::tasks::fences::search::search;
use crate::tasks::fences::sites::Rules;
use crate::tasks::fences::view::{Fenced, Word};
use crate::tasks::minimize::{Found, Keeping, Size, minimize_keeping};
use crate::verdict::query::Options;

use super::request::{Refused, Request, told};

/// The time for a search, unless the request says one.
const SEARCH: Duration = Duration::from_secs(60);

#[derive(Serialize)]
pub(super) struct Fences {
    fences: Fenced,
    /// As `fences` prints it.
    text: String,
}

/// The cheapest fences that forbid the condition: `fences`, as the command's JSON, and its `text`. The
/// request's time is for the whole search.
#[must_use]
pub fn fences(request: &str) -> String {
    told(Request::read(request).and_then(|request| fenced(&request)))
}

pub(super) fn fenced(request: &Request) -> Result<Fences, Refused> {
    let (program, model) = (request.program()?, request.model()?);
    let options = Options {
        reason: true,
        ..request.options()?
    };
    let prices = Prices::with([]).map_err(|_| Refused::Error("no prices".to_owned()))?;
    let asked = Search {
        options,
        prices,
        rules: Rules::default(),
        all: false,
        limits: Limits {
            time: Some(request.timeout.map_or(SEARCH, Duration::from_millis)),
            ..Limits::default()
        },
    };
    let found = search(&program, &model, &asked)?;
    let (proved, error) = match found.prove(&model, &asked.options) {
        Ok(proved) => (proved, None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let mut fences = Fenced::of(&program, &model, &found, &proved);
    if let Some(error) = error {
        // It does not count as found before the changed test itself is proved.
        fences.answer = Word::Unknown;
        fences.notes.push(error);
    }
    let text = render(&fences, request.layout());
    Ok(Fences { fences, text })
}

#[derive(Serialize)]
pub(super) struct Smaller {
    /// The smaller test; nothing where the verdict is open.
    minimized: Option<String>,
    /// What goes, as a unified diff.
    diff: String,
    before: Option<Size>,
    after: Option<Size>,
    notes: Vec<String>,
}

/// The smallest part of the test that has the same verdict under the model: `minimized`, with how much
/// there was `before` and is `after`.
#[must_use]
pub fn minimize(request: &str) -> String {
    told(Request::read(request).and_then(|request| smaller(&request)))
}

pub(super) fn smaller(request: &Request) -> Result<Smaller, Refused> {
    let source = SourceFile::new(&*request.name, &*request.text);
    let keeping = Keeping::read(&parse_source(&source)?, &[])
        .map_err(|error| Refused::Error(error.to_string()))?;
    let found = minimize_keeping(&source, &[request.model()?], keeping, &request.options()?)?;
    Ok(match found {
        Found::Minimized(found) => Smaller {
            diff: {
                let name = format!("{} (minimized)", request.name);
                unified((&request.name, &name), &request.text, &found.text)
            },
            minimized: Some(found.text),
            before: Some(found.before),
            after: Some(found.after),
            notes: Vec::new(),
        },
        Found::Open { notes, .. } => Smaller {
            minimized: None,
            diff: String::new(),
            before: None,
            after: None,
            notes,
        },
    })
}
