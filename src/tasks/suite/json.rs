//! The suite and its runs as JSON: as for answers, field names never change meaning.

use serde::Serialize;

use crate::view::answer::{Answer, Quantity};

use super::files::Test;
use super::matrix::Matrix;
use super::run::{Judged, Run, Tally};
use super::tables::Compared;

/// A test as it is listed.
#[derive(Debug, Serialize)]
pub struct Listed {
    name: &'static str,
    file: String,
    description: String,
    expectations: Vec<Expectation>,
}

#[derive(Debug, Serialize)]
struct Expectation {
    model: String,
    verdict: String,
}

impl Listed {
    /// The view of a test.
    #[must_use]
    pub fn of(test: &Test) -> Self {
        let program = test.load().ok();
        let description = program.as_ref().map(|program| {
            let text = program.description.trim_matches(['"', ' ']);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        let expectations = program.map(|program| program.expectations);
        let expectations = expectations.into_iter().flatten();
        Self {
            name: test.name,
            file: test.path(),
            description: description.unwrap_or_default(),
            expectations: expectations
                .map(|expectation| Expectation {
                    model: expectation.node.model,
                    verdict: expectation.node.verdict,
                })
                .collect(),
        }
    }
}

/// A run with the tables made of it.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    tally: Tally,
    results: Vec<Outcome<'a>>,
    tables: &'a [Compared],
    matrix: Option<&'a Matrix>,
}

#[derive(Debug, Serialize)]
struct Outcome<'a> {
    test: &'a str,
    model: &'a str,
    expected: &'a str,
    met: bool,
    verdict: &'static str,
    quantity: Option<&'static str>,
    notes: &'a [String],
    /// What `check` would say, where that is not as expected.
    answer: Option<&'a Answer>,
}

impl<'a> Document<'a> {
    /// The view of a run.
    #[must_use]
    pub fn of(run: &'a Run, tables: &'a [Compared], matrix: Option<&'a Matrix>) -> Self {
        Self {
            tally: run.tally(),
            results: run.judged.iter().map(Outcome::of).collect(),
            tables,
            matrix,
        }
    }
}

impl<'a> Outcome<'a> {
    fn of(judged: &'a Judged) -> Self {
        Self {
            test: judged.test.name,
            model: &judged.model,
            expected: &judged.expected.verdict,
            met: judged.expected.met,
            verdict: judged.verdict.name(),
            quantity: judged.quantity.map(Quantity::name),
            notes: &judged.notes,
            answer: judged.answer.as_deref(),
        }
    }
}
