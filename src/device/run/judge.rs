//! What models say of a final state: the test is asked again, with this state as its condition.

use std::fmt::Write as _;

use serde::Serialize;

use crate::model::Model;
use crate::program::{Condition, Program, Term};
use crate::syntax::ast::{Comparison, Quantifier};
use crate::syntax::diagnostic::Report;
use crate::syntax::parse_source;
use crate::syntax::span::{SourceFile, Span};
use crate::tasks::ask::{ask, judged};
use crate::verdict::query::Options;
use crate::view::answer::{Answer, Verdict};

use super::observe::Observed;

/// What a model says of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Say {
    /// Some execution ends so; or the model promises nothing of the test, as it has a race.
    Allowed,
    /// The model gives some instruction of the test no meaning.
    Unsupported,
    /// It was not found out.
    Open,
    /// No execution ends so.
    Forbidden,
}

impl Say {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Unsupported => "unsupported",
            Self::Open => "open",
            Self::Forbidden => "forbidden",
        }
    }

    const fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Reachable | Verdict::Racy => Self::Allowed,
            Verdict::Unreachable => Self::Forbidden,
            Verdict::Unknown => Self::Open,
            Verdict::Unsupported => Self::Unsupported,
        }
    }
}

/// What a model says of a state, with all that `check` would show.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The word.
    pub say: Say,
    /// What it rests on: a witness, or a reason.
    pub answer: Answer,
}

/// What a model says of a test itself.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The answer to the test's own question; compared with what the test expects of the model.
    pub answer: Answer,
}

/// A test whose final states are judged.
#[derive(Debug)]
pub struct Judge<'a> {
    program: &'a Program,
    observed: &'a Observed,
    options: &'a Options,
    /// The text of the test up to what it states.
    before: String,
}

impl<'a> Judge<'a> {
    /// Of a test.
    ///
    /// # Errors
    ///
    /// Its text has mistakes.
    pub fn new(
        program: &'a Program,
        observed: &'a Observed,
        options: &'a Options,
    ) -> Result<Self, Report> {
        let test = parse_source(&program.source)?;
        let before = Span::new(0, test.quantifier.span.start);
        Ok(Self {
            program,
            observed,
            options,
            before: program.source.slice(before).to_owned(),
        })
    }

    /// What a model says of the test itself.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn test(&self, model: &Model) -> Result<Standing, Report> {
        let options = Options {
            reason: false,
            ..self.options.clone()
        };
        let answer = judged(self.program, model, &options)?.answer;
        Ok(Standing { answer })
    }

    /// What a model says of a state.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn state(&self, model: &Model, state: &[i64]) -> Result<Ruling, Report> {
        let options = Options {
            quantity: false,
            ..self.options.clone()
        };
        let answer = ask(&self.asking(state), model, &options)?.answer;
        Ok(Ruling {
            say: Say::of(answer.verdict),
            answer,
        })
    }

    /// The test that asks for a state. What its filter leaves out is judged all the same, so there is none.
    #[must_use]
    pub fn asking(&self, state: &[i64]) -> Program {
        let mut text = format!("{}exists (", self.before);
        let start = text.len();
        let mut parts = Vec::new();
        let pairs = self.observed.terms.iter().zip(&self.observed.names);
        for ((term, name), value) in pairs.zip(state) {
            if !parts.is_empty() {
                text.push_str(" /\\ ");
            }
            let from = text.len();
            let _ = write!(text, "{name} == {value}");
            let span = Span::new(from, text.len());
            let value = Term::Constant(*value);
            parts.push(Condition::Compare(Comparison::Eq, *term, value, span));
        }
        let condition = match parts.len() {
            0 => {
                text.push_str("true");
                Condition::Literal(true, Span::new(start, text.len()))
            }
            1 => parts.remove(0),
            _ => Condition::And(parts, Span::new(start, text.len())),
        };
        text.push_str(")\n");
        Program {
            source: SourceFile::new(&*self.program.source.name, text),
            warnings: Vec::new(),
            filter: None,
            quantifier: Quantifier::Exists,
            condition,
            expectations: Vec::new(),
            ..self.program.clone()
        }
    }
}
