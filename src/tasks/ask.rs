//! One question, its answer as a view, and what the test itself expects of it.

use web_time::Instant;

use crate::axiomatic::shared::Frames;
use crate::engine;
use crate::model::Model;
use crate::model::registry::is_called;
use crate::program::Program;
use crate::sat::proof::Written;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::verdict::outcome::Outcome;
use crate::verdict::query::Options;
use crate::view::answer::{Answer, Quantity};
use crate::view::expected::{Expected, may_be};

/// An answer, and the proofs that it rests on where they were asked for.
#[derive(Debug)]
pub struct Asked {
    /// The answer.
    pub answer: Answer,
    /// Formulas and proofs, in the order of the questions.
    pub proofs: Vec<Written>,
}

/// Asks a model about a test.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn ask(program: &Program, model: &Model, options: &Options) -> Result<Asked, Report> {
    timed(program, model, || engine::check(program, model, options))
}

fn timed(
    program: &Program,
    model: &Model,
    check: impl FnOnce() -> Result<Outcome, Report>,
) -> Result<Asked, Report> {
    let start = Instant::now();
    let outcome = check()?;
    let answer = Answer::of(program, model, &outcome, start.elapsed());
    let proofs = outcome.proofs;
    Ok(Asked { answer, proofs })
}

/// As [`ask`], and compares with what the test itself expects of the model.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn judged(program: &Program, model: &Model, options: &Options) -> Result<Asked, Report> {
    let options = expected(program, options);
    let mut asked = ask(program, model, &options)?;
    judge(program, &mut asked.answer);
    Ok(asked)
}

/// As [`judged`], of a program that other models are asked about too.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn judged_on(frames: &Frames<'_>, model: &Model, options: &Options) -> Result<Asked, Report> {
    let program = frames.events().program();
    let options = expected(program, options);
    let mut asked = timed(program, model, || engine::check_on(frames, model, &options))?;
    judge(program, &mut asked.answer);
    Ok(asked)
}

/// Asks also what an expectation is about.
fn expected(program: &Program, options: &Options) -> Options {
    let mut expectations = program.expectations.iter();
    Options {
        quantity: options.quantity
            || expectations.any(|expectation| expectation.node.asks_quantity()),
        ..options.clone()
    }
}

/// Compares with what the test itself expects of the model: of several expectations the first
/// that is not met counts.
pub fn judge(program: &Program, answer: &mut Answer) {
    let ours = program
        .expectations
        .iter()
        .filter(|expectation| is_called(&answer.model, &expectation.node.model));
    let mut judged: Vec<Expected> = ours
        .map(|expectation| {
            let wanted = &expectation.node;
            let quantity = answer.quantity.map(Quantity::name);
            Expected {
                verdict: wanted.verdict.clone(),
                met: wanted.is_met(answer.verdict.name(), quantity),
                open: quantity.is_none() && may_be(answer.verdict.name(), &wanted.verdict),
                line: program.source.position(expectation.span.start).line,
            }
        })
        .collect();
    judged.sort_by_key(|expected| (expected.met, expected.open));
    answer.expected = judged.into_iter().next();
    let expected = answer.expected.as_ref();
    if let Some(expected) = expected.filter(|expected| !expected.met && !expected.open) {
        let (line, verdict) = (expected.line, &expected.verdict);
        let failure = format!("line {line} expects {verdict}");
        answer.failures.push(failure);
    }
}

/// Refuses a test that asks whether executions end, for a task about how they end.
///
/// # Errors
///
/// It does ask so.
pub fn asks_how_it_ends(program: &Program, task: &str) -> Result<(), Report> {
    if program.condition.asks_end().is_none() {
        return Ok(());
    }
    let asks = Diagnostic::new(
        "the condition asks whether executions end",
        program.condition.span(),
        format!("`{task}` is about how they end"),
    )
    .with_help("`check` answers it, and says who waits");
    Err(Report::new(program.source.clone(), vec![asks]))
}
