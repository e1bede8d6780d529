//! Asking what the tests expect.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;

use crate::explain::answer::{Answer, Expected, Quantity, Verdict};
use crate::models::Model;
use crate::program::Program;
use crate::solve::check::{Options, check};

use super::files::Test;

/// An expectation of a test, judged.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The test.
    pub test: Test,
    /// The model asked.
    pub model: String,
    /// What the test expects, and whether it came so.
    pub expected: Expected,
    /// Is the condition reachable?
    pub verdict: Verdict,
    /// In how many executions it holds.
    pub quantity: Option<Quantity>,
    /// Why there is no answer, if there is none.
    pub notes: Vec<String>,
    /// The whole answer, where it is not as expected.
    pub answer: Option<Box<Answer>>,
}

/// All expectations of some tests, judged.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// In the order of the tests, and of the lines in each.
    pub judged: Vec<Judged>,
}

/// How many answers there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Tests.
    pub tests: usize,
    /// Expectations.
    pub expectations: usize,
    /// Of these, the ones that came out as expected.
    pub met: usize,
}

impl Run {
    /// How many there are.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut names: Vec<&str> = self.judged.iter().map(|one| one.test.name).collect();
        names.dedup();
        Tally {
            tests: names.len(),
            expectations: self.judged.len(),
            met: self.judged.iter().filter(|one| one.expected.met).count(),
        }
    }

    /// What was found for a test and a model.
    #[must_use]
    pub fn find(&self, test: &str, model: &str) -> Option<&Judged> {
        let mut judged = self.judged.iter();
        judged.find(|one| one.test.name == test && one.model == model)
    }
}

/// Judges every expectation of the tests, on all cores.
#[must_use]
pub fn run(tests: &[Test], options: &Options) -> Run {
    let judged: Vec<Vec<Judged>> = tests
        .par_iter()
        .map(|test| judge_test(*test, options))
        .collect();
    Run {
        judged: judged.into_iter().flatten().collect(),
    }
}

fn judge_test(test: Test, options: &Options) -> Vec<Judged> {
    // A test of the library makes sure that all load.
    let Ok(program) = test.load() else {
        return Vec::new();
    };
    let expectations = program.expectations.par_iter();
    expectations
        .map(|expectation| {
            let line = program.source.position(expectation.span.start).line;
            let expected = |met| Expected {
                verdict: expectation.node.verdict.clone(),
                met,
                line,
            };
            let model = &expectation.node.model;
            let judged = |found: Found, met| Judged {
                test,
                model: model.clone(),
                expected: expected(met),
                verdict: found.verdict,
                quantity: found.quantity,
                notes: found.notes,
                answer: None,
            };
            let is_met = |verdict: Verdict, quantity: Option<Quantity>| {
                let quantity = quantity.map(Quantity::name);
                expectation.node.is_met(verdict.name(), quantity)
            };
            match ask(&program, model, options) {
                Ok(mut answer) => {
                    let met = is_met(answer.verdict, answer.quantity);
                    let mut judged = judged(Found::of(&answer), met);
                    if !met {
                        let verdict = &expectation.node.verdict;
                        answer.failures = vec![format!("line {line} expects {verdict}")];
                        answer.expected = Some(judged.expected.clone());
                        judged.answer = Some(Box::new(answer));
                    }
                    judged
                }
                Err(why) => judged(Found::unknown(why), false),
            }
        })
        .collect()
}

/// What matters of an answer.
struct Found {
    verdict: Verdict,
    quantity: Option<Quantity>,
    notes: Vec<String>,
}

impl Found {
    fn of(answer: &Answer) -> Self {
        Self {
            verdict: answer.verdict,
            quantity: answer.quantity,
            notes: answer.notes.clone(),
        }
    }

    fn unknown(why: String) -> Self {
        Self {
            verdict: Verdict::Unknown,
            quantity: None,
            notes: vec![why],
        }
    }
}

fn ask(program: &Program, model: &str, options: &Options) -> Result<Answer, String> {
    let start = Instant::now();
    let model = Model::find(model).map_err(|error| error.to_string())?;
    let outcome = check(program, &model, options).map_err(|report| report.to_string())?;
    let took: Duration = start.elapsed();
    Ok(Answer::of(program, &model, &outcome, took))
}
