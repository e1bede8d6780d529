//! Histograms as `run` prints them: its JSON.

use crate::device::run::earlier::{self, Earlier, EarlierState};
use crate::syntax::Report;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

use super::judge::Judging;
use super::read::{Histogram, Seen};

/// Whether a text is to be read as JSON.
pub(super) fn is_json(source: &SourceFile) -> bool {
    source.text.trim_start().starts_with(['[', '{'])
}

/// The final states of a test, in all of its runs.
///
/// # Errors
///
/// It is no JSON of `run`, or has nothing of this test.
pub(super) fn read(source: &SourceFile, test: &Judging) -> Result<Histogram, Report> {
    let runs = earlier::read(source)?;
    let whole = Span::new(0, source.text.lines().next().map_or(0, str::len));
    let fail = |one: Diagnostic| Report::new(source.clone(), vec![one]);
    let (name, hash) = (test.name(), test.hash());
    let mine = runs.iter().filter(|run| run.is_of(name, &hash));
    let mine: Vec<&Earlier> = mine.collect();
    if mine.is_empty() {
        return Err(fail(none_of(&runs, name, whole)));
    }
    let mut failures: Vec<String> = Vec::new();
    for failure in mine.iter().flat_map(|run| run.shortcomings()) {
        if !failures.contains(&failure) {
            failures.push(failure);
        }
    }
    let states = mine.iter().flat_map(|run| &run.states);
    let seen: Result<Vec<Seen>, Diagnostic> =
        states.map(|state| seen(state, whole, test)).collect();
    let seen = seen.map_err(fail)?;
    if seen.is_empty() {
        let why = match failures.as_slice() {
            [] => "no instance of it came to its end".to_owned(),
            failures => failures.join("; "),
        };
        let message = format!("the run of the test {name} has seen nothing, so nothing is judged");
        let one = Diagnostic::new(message, whole, "no final state");
        return Err(fail(one.with_help(why)));
    }
    Ok(Histogram {
        seen,
        unfiltered: true,
        unfinished: mine.iter().map(|run| u128::from(run.unfinished)).sum(),
        failures,
    })
}

/// That there is no run of a test of this name and text.
fn none_of(runs: &[Earlier], name: &str, whole: Span) -> Diagnostic {
    if runs.iter().any(|run| run.test == name) {
        let message = format!("the run of the test {name} here is of another text of it");
        return Diagnostic::new(message, whole, "expected a run of this very file")
            .with_help("a run is known by the fingerprint of the test's text: run it again");
    }
    let names: Vec<&str> = runs.iter().map(|run| run.test.as_str()).collect();
    let message = format!("there is no run of the test {name} here");
    Diagnostic::new(message, whole, "expected a run of it")
        .with_help(format!("it has {}", names.join(", ")))
}

fn seen(state: &EarlierState, span: Span, test: &Judging) -> Result<Seen, Diagnostic> {
    let parts = state.values.iter();
    let parts: Vec<String> = parts
        .map(|(name, value)| format!("{name}={}", test.value(*value)))
        .collect();
    let values = state.values.iter().map(|(name, value)| (name, *value));
    Ok(Seen {
        count: state.count,
        text: parts.join(" "),
        values: test.named(values, span)?,
        span,
    })
}
