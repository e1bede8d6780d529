//! The answer in the text of the test, and what the model says of that text.

use crate::engine::check;
use crate::model::Model;
use crate::syntax::Report;
use crate::syntax::ast::Quantifier;
use crate::verdict::outcome::{Conclusion, Outcome, Verdict as Checked};
use crate::verdict::query::Options;
use crate::verdict::remark::{About, Remark};

use super::found::{Found, Verdict};
use super::patch::{PatchError, Patched, patch};
use super::vocabulary::Vocabulary;

/// A choice in the text, and what the model says of it.
#[derive(Debug)]
pub struct Proved {
    /// The changed test.
    pub patched: Patched,
    /// The verdict on it, with its reason or a witness.
    pub outcome: Outcome,
}

/// Why a choice was not proved.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The text cannot be changed so.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// What the model says of the changed test was not found out.
    #[error("the changed test was not proved: {}", told(.0))]
    Open(Vec<Remark>),
    /// The changed test has another verdict than the search was told.
    #[error("internal error: the changed test is {}; please report this test", .0.name())]
    Verdict(Checked),
    /// A thread is too long.
    #[error(transparent)]
    Report(#[from] Report),
}

/// What stayed open, in words.
fn told(why: &[Remark]) -> String {
    let why: Vec<String> = why.iter().map(ToString::to_string).collect();
    why.join("; ")
}

/// What left it open whether a test's own statement holds.
fn open(outcome: &Outcome) -> Vec<Remark> {
    match &outcome.conclusion {
        Conclusion::Unknown { why } => why.clone(),
        Conclusion::Reachable { .. }
        | Conclusion::Unreachable { .. }
        | Conclusion::Racy { .. }
        | Conclusion::Unsupported { .. } => {
            let all = outcome.remarks.iter();
            let left = all.filter(|remark| remark.about == About::Quantity);
            let is_open = outcome.holds.is_none();
            left.filter(|_| is_open).cloned().collect()
        }
    }
}

impl Found {
    /// The choices that came out, in the text of the test: those that do, or the strongest one
    /// where none does.
    ///
    /// # Errors
    ///
    /// A changed test does not say what the search was told, or it was not found out what it says.
    pub fn prove(&self, model: &Model, options: &Options) -> Result<Vec<Proved>, ProofError> {
        let (choices, forbids): (Vec<&[usize]>, bool) = match &self.verdict {
            Verdict::Cheapest { choices, .. } => {
                (choices.iter().map(Vec::as_slice).collect(), true)
            }
            Verdict::Vacuous => {
                let given = self.template.given();
                let patched = patch(&self.template, &Vocabulary::of(model), &given)?;
                let outcome = check(&patched.program, model, options)?;
                return Ok(vec![Proved { patched, outcome }]);
            }
            Verdict::Impossible(survivor) => {
                let choice = survivor.iter().map(|it| it.choice.as_slice());
                (choice.collect(), false)
            }
            Verdict::Open(open) => {
                let does = open.does.iter().map(|does| does.values.as_slice());
                (does.collect(), true)
            }
            Verdict::Refused(_) => (Vec::new(), true),
        };
        let prove = |choice: &[usize]| self.prove_one(model, options, choice, forbids);
        choices.into_iter().map(prove).collect()
    }

    fn prove_one(
        &self,
        model: &Model,
        options: &Options,
        choice: &[usize],
        forbids: bool,
    ) -> Result<Proved, ProofError> {
        let patched = patch(&self.template, &Vocabulary::of(model), choice)?;
        let options = Options {
            // What survives everything is told with the fewest accesses.
            smallest: !forbids,
            ..options.clone()
        };
        let outcome = check(&patched.program, model, &options)?;
        let open = open(&outcome);
        if !open.is_empty() {
            return Err(ProofError::Open(open));
        }
        let forbidden = match patched.program.quantifier {
            Quantifier::Forall => outcome.holds == Some(true),
            Quantifier::Exists | Quantifier::NotExists => outcome.verdict() == Checked::Unreachable,
        };
        if forbidden == forbids {
            let text = if forbids {
                expecting(&patched, &model.name)
            } else {
                patched.text
            };
            let patched = Patched { text, ..patched };
            Ok(Proved { patched, outcome })
        } else {
            Err(ProofError::Verdict(outcome.verdict()))
        }
    }
}

/// The text of a test in which a model forbids the outcome, with what it expects of that model in its comments.
fn expecting(patched: &Patched, model: &str) -> String {
    let program = &patched.program;
    let all = program.quantifier == Quantifier::Forall;
    let mut text = patched.text.clone();
    for expectation in program.expectations.iter().rev() {
        let (span, told) = (expectation.span, &expectation.node);
        let said = match (told.verdict.as_str(), all) {
            _ if told.model != model => continue,
            ("reachable", false) => "unreachable",
            ("always" | "sometimes", false) => "never",
            ("unreachable", true) => "reachable",
            ("never" | "sometimes", true) => "always",
            _ => continue,
        };
        let comment = text.get(span.start..span.end);
        if let Some(at) = comment.and_then(|comment| comment.rfind(told.verdict.as_str())) {
            let start = span.start + at;
            text.replace_range(start..start + told.verdict.len(), said);
        }
    }
    text
}
