//! A test, asked for a final state in the place of its own condition.

use std::fmt::Write as _;

use crate::engine::states::{Ends, ends_where};
use crate::model::Model;
use crate::program::{Condition, Program, Term};
use crate::syntax::ast::{Comparison, Quantifier};
use crate::syntax::diagnostic::Report;
use crate::syntax::parse_source;
use crate::syntax::span::{SourceFile, Span};
use crate::verdict::query::Options;
use crate::view::names;

/// A test that is asked for final states.
#[derive(Debug)]
pub struct Asking {
    /// The text of the test up to what it states.
    before: String,
}

impl Asking {
    /// Of a test.
    ///
    /// # Errors
    ///
    /// Its text has mistakes.
    pub fn new(program: &Program) -> Result<Self, Report> {
        let test = parse_source(&program.source)?;
        let before = Span::new(0, test.quantifier.span.start);
        Ok(Self {
            before: program.source.slice(before).to_owned(),
        })
    }

    /// The text that asks for something else.
    #[must_use]
    pub fn text(&self, condition: &str) -> String {
        format!("{}exists ({condition})\n", self.before)
    }

    /// The test that asks whether an execution ends with these values; of executions that a filter leaves out, too, where none
    /// is given.
    #[must_use]
    pub fn ends(
        &self,
        program: &Program,
        values: impl IntoIterator<Item = (Term, i64)>,
        filter: Option<Condition>,
    ) -> Program {
        let mut text = format!("{}exists (", self.before);
        let start = text.len();
        let mut parts = Vec::new();
        for (term, value) in values {
            if !parts.is_empty() {
                text.push_str(" /\\ ");
            }
            let from = text.len();
            let name = names::term(program, term);
            let _ = write!(text, "{} == {value}", name.as_deref().unwrap_or("?"));
            let span = Span::new(from, text.len());
            let value = Term::Constant(value);
            parts.push(Condition::Compare(Comparison::Eq, term, value, span));
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
            source: SourceFile::new(&*program.source.name, text),
            warnings: Vec::new(),
            filter,
            quantifier: Quantifier::Exists,
            condition,
            expectations: Vec::new(),
            ..program.clone()
        }
    }
}

/// Which of some states a test ends in under a model: one formula, for the hundreds that were seen; of executions that a filter
/// leaves out, too, where none is given.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn listed<'s>(
    program: &Program,
    filter: Option<Condition>,
    (model, options): (&Model, &Options),
    terms: &[Term],
    states: impl IntoIterator<Item = &'s [i64]>,
) -> Result<Ends, Report> {
    let nowhere = Span::new(0, 0);
    let ends = |state: &[i64]| {
        let values = terms.iter().zip(state);
        let parts = values.map(|(&term, &value)| {
            Condition::Compare(Comparison::Eq, term, Term::Constant(value), nowhere)
        });
        Condition::And(parts.collect(), nowhere)
    };
    let any = Condition::Or(states.into_iter().map(ends).collect(), nowhere);
    let program = Program {
        filter,
        quantifier: Quantifier::Exists,
        condition: Condition::Literal(true, nowhere),
        expectations: Vec::new(),
        ..program.clone()
    };
    ends_where(&program, model, options, (terms.to_vec(), Some(any)))
}
