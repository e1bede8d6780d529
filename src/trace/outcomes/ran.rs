//! Histograms as `run` prints them: its JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::syntax::Report;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

use super::Seen;

/// What is read of a run of a test.
#[derive(Debug, Deserialize)]
struct Ran {
    test: String,
    states: Vec<State>,
}

/// A final state that was seen.
#[derive(Debug, Deserialize)]
struct State {
    values: BTreeMap<String, i64>,
    count: u64,
}

/// Whether a text is to be read as JSON.
pub(super) fn is_json(source: &SourceFile) -> bool {
    source.text.trim_start().starts_with(['[', '{'])
}

/// The final states of a test, in a list of runs, or in runs a line each.
///
/// # Errors
///
/// It is no JSON of `run`, or none of this test.
pub(super) fn read(source: &SourceFile, test: &str) -> Result<Vec<Seen>, Report> {
    let whole = Span::new(0, source.text.lines().next().map_or(0, str::len));
    let fail = |message: String, span, label, help: &str| {
        let one = Diagnostic::new(message, span, label).with_help(help);
        Err(Report::new(source.clone(), vec![one]))
    };
    let runs = match runs(&source.text) {
        Ok(runs) => runs,
        Err(error) => {
            let before = source.text.split_inclusive('\n');
            let start: usize = before
                .take(error.line().saturating_sub(1))
                .map(str::len)
                .sum();
            let at = (start + error.column().saturating_sub(1)).min(source.text.len());
            return fail(
                format!("this is no JSON of `run`: {error}"),
                Span::new(at, at),
                "here",
                "`gpu-litmus run TEST --format json` and `--format jsonl` print it; other histograms are such as `10 *>0:r0=0; 1:r0=0;`",
            );
        }
    };
    let of_test: Vec<&Ran> = runs.iter().filter(|run| run.test == test).collect();
    if of_test.is_empty() {
        let names: Vec<&str> = runs.iter().map(|run| run.test.as_str()).collect();
        let help = match names.as_slice() {
            [] => "it has no run at all".to_owned(),
            names => format!("it has {}", names.join(", ")),
        };
        let message = format!("there is no run of the test {test} here");
        return fail(message, whole, "expected a run of it", &help);
    }
    let states = of_test.iter().flat_map(|run| &run.states);
    Ok(states.map(|state| seen(state, whole)).collect())
}

fn runs(text: &str) -> Result<Vec<Ran>, serde_json::Error> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text);
    }
    serde_json::Deserializer::from_str(text)
        .into_iter()
        .collect()
}

fn seen(state: &State, span: Span) -> Seen {
    let joined = |between: &str, equal: &str| {
        let parts = state.values.iter();
        let parts: Vec<String> = parts
            .map(|(name, value)| format!("{name}{equal}{value}"))
            .collect();
        parts.join(between)
    };
    let condition = joined(" /\\ ", " == ");
    Seen {
        count: state.count,
        text: joined(" ", "="),
        condition: if condition.is_empty() {
            "true".to_owned()
        } else {
            condition
        },
        span,
    }
}
