//! One outcome that one model allows and another does not: the test that asks for it, the execution that
//! shows it under the one, and what forbids it under the other.

use serde::Serialize;

use crate::model::Model;
use crate::program::{Program, resolve};
use crate::syntax::ast::{Condition, Quantifier, Test};
use crate::syntax::print::{Style, print};
use crate::syntax::span::{SourceFile, Spanned};
use crate::syntax::{Report, parse_source};
use crate::tasks::ask::ask;
use crate::verdict::query::Options;
use crate::view::answer::{Answer, Verdict};

/// A test whose outcome one model allows and the other forbids.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Apart {
    /// The test, ready to be read again.
    pub text: String,
    /// Who allows it, with an execution that shows it.
    pub allows: Answer,
    /// Who forbids it, with the reason.
    pub forbids: Answer,
}

/// The same test, which asks whether some execution satisfies this condition.
#[must_use]
pub fn asking(test: &Test, condition: Condition) -> Test {
    Test {
        filter: test.filter.clone(),
        quantifier: Spanned::new(Quantifier::Exists, test.quantifier.span),
        condition,
        expectations: Vec::new(),
        ..test.clone()
    }
}

/// A test that is in no file yet, as a program with its text.
///
/// # Errors
///
/// The text has mistakes: a defect of whoever made the test.
pub fn written(name: &str, test: &Test) -> Result<Program, Report> {
    let source = SourceFile::new(name, print(test, &Style::default()));
    let test = parse_source(&source)?;
    resolve(&source, &test)
}

/// The same test by another name.
///
/// # Errors
///
/// The text has mistakes: a defect of whoever made the test.
pub fn by_another_name(text: &str, change: impl FnOnce(&mut String)) -> Result<Program, Report> {
    let source = SourceFile::new("found.litmus", text);
    let mut test = parse_source(&source)?;
    change(&mut test.name.node);
    written("found.litmus", &test)
}

impl Apart {
    /// Asks both models whether the condition of the program is reachable.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn of(
        program: &Program,
        (allows, forbids): (&Model, &Model),
        options: &Options,
    ) -> Result<Self, Report> {
        Ok(Self {
            text: program.source.text.to_string(),
            allows: ask(program, allows, options)?.answer,
            forbids: ask(program, forbids, options)?.answer,
        })
    }

    /// Whether the answers are what they are said to be. That a racy program may do anything allows every
    /// outcome.
    #[must_use]
    pub fn holds(&self) -> bool {
        let allowed = matches!(self.allows.verdict, Verdict::Reachable | Verdict::Racy);
        allowed && self.forbids.verdict == Verdict::Unreachable
    }
}
