//! Asking what the tests expect.

use rayon::prelude::*;
use serde::Serialize;

use crate::model::Model;
use crate::program::Program;
use crate::syntax::ast::Expectation;
use crate::syntax::diagnostic::Report;
use crate::syntax::span::Spanned;
use crate::tasks::ask::ask;
use crate::verdict::query::Options;
use crate::view::answer::{Answer, Quantity, Verdict};
use crate::view::expected::Expected;

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
///
/// # Errors
///
/// A test has mistakes, or a thread of it is too long.
pub fn run(tests: &[Test], options: &Options) -> Result<Run, Report> {
    let judged: Result<Vec<Vec<Judged>>, Report> = tests
        .par_iter()
        .map(|test| {
            let program = test.load()?;
            let expectations = program.expectations.par_iter();
            expectations
                .map(|expectation| judge(*test, &program, expectation, options))
                .collect()
        })
        .collect();
    Ok(Run {
        judged: judged?.into_iter().flatten().collect(),
    })
}

fn judge(
    test: Test,
    program: &Program,
    expectation: &Spanned<Expectation>,
    options: &Options,
) -> Result<Judged, Report> {
    let wanted = &expectation.node;
    let mut judged = Judged {
        test,
        model: wanted.model.clone(),
        expected: Expected {
            verdict: wanted.verdict.clone(),
            met: false,
            open: false,
            line: program.source.position(expectation.span.start).line,
        },
        verdict: Verdict::Unknown,
        quantity: None,
        notes: Vec::new(),
        answer: None,
    };
    let model = match Model::find(&wanted.model) {
        Ok(model) => model,
        Err(error) => {
            judged.notes.push(error.to_string());
            return Ok(judged);
        }
    };
    let answer = ask(program, &model, options)?.answer;
    judged.verdict = answer.verdict;
    judged.quantity = answer.quantity;
    judged.notes.clone_from(&answer.notes);
    let quantity = answer.quantity.map(Quantity::name);
    judged.expected.met = wanted.is_met(answer.verdict.name(), quantity);
    if !judged.expected.met {
        // What is as expected needs no reason; this does.
        let options = Options {
            reason: true,
            ..options.clone()
        };
        let mut answer = ask(program, &model, &options)?.answer;
        let (line, verdict) = (judged.expected.line, &wanted.verdict);
        answer.failures = vec![format!("line {line} expects {verdict}")];
        answer.expected = Some(judged.expected.clone());
        judged.answer = Some(Box::new(answer));
    }
    Ok(judged)
}
