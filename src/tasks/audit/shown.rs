//! What an enumeration has found, asked again as an ordinary test.

use std::fmt::Display;
use std::time::Duration;

use serde::Serialize;

use crate::model::Model;
use crate::model::registry::names;
use crate::program::load;
use crate::stop::{Open, Stop};
use crate::syntax::ast::{Expectation, Test};
use crate::syntax::print::{Style, print};
use crate::syntax::span::{Span, Spanned};
use crate::tasks::ask::ask;
use crate::verdict::query::Options;
use crate::view::Answer;

/// A test with its answer.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The name of the test, and of its file.
    pub name: String,
    /// The test, ready to be run.
    pub text: String,
    /// The answer of the ordinary check.
    pub answer: Answer,
}

/// What a file may be called after a model: `own-model` of `models/own-model.cat`.
pub(in crate::tasks) fn file_name(model: &str) -> String {
    let last = model.rsplit(['/', '\\']).next().unwrap_or(model);
    let stem = last.strip_suffix(".cat").unwrap_or(last);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    stem.chars()
        .map(|letter| if plain(letter) { letter } else { '-' })
        .collect()
}

/// A test with its answer, which it expects from now on.
pub(in crate::tasks) fn shown(
    mut test: Test,
    model: &Model,
    options: &Options,
) -> Result<Shown, Open> {
    let name = test.name.node.clone();
    let file = format!("{name}.litmus");
    let ordinary = Options {
        stop: Stop::never(),
        timeout: Some(LONGEST),
        ..options.clone()
    };
    let text = print(&test, &Style::default());
    let program = load(&file, &text).map_err(doubt)?;
    let answer = ask(&program, model, &ordinary).map_err(doubt)?.answer;
    // Tests know the models that are built in.
    if names().contains(&model.name.as_str()) {
        let expected = Expectation {
            model: model.name.clone(),
            verdict: answer.verdict.name().to_owned(),
        };
        test.expectations
            .push(Spanned::new(expected, Span::default()));
    }
    Ok(Shown {
        name,
        text: print(&test, &Style::default()),
        answer,
    })
}

/// What was found is shown even where the time of the search is over.
const LONGEST: Duration = Duration::from_secs(60);

fn doubt(what: impl Display) -> Open {
    Open::Internal(what.to_string())
}
