//! The only dispatcher: which engine answers a question about a test under a model.

use crate::axiomatic;
use crate::model::Model;
use crate::model::registry::Kind;
use crate::program::Program;
use crate::syntax::diagnostic::Report;
use crate::ugpu::encode;
use crate::verdict::outcome::{Outcome, Verdict};
use crate::verdict::query::Options;

/// Answers whether the condition of a test is reachable under a model.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
///
/// ```
/// use gpu_litmus::{Model, check, load, verdict::query::Options, verdict::outcome::Verdict};
///
/// let test = "PTX SB\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
/// st.weak x, 1 | st.weak y, 1 ;\nld.weak r0, y | ld.weak r0, x ;
/// exists (P0:r0 == 0 /\\ P1:r0 == 0)";
/// let program = load("sb.litmus", test)?;
/// let options = Options::default();
/// assert_eq!(check(&program, &Model::find("tso")?, &options)?.verdict, Verdict::Reachable);
/// assert_eq!(check(&program, &Model::find("sc")?, &options)?.verdict, Verdict::Unreachable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(program: &Program, model: &Model, options: &Options) -> Result<Outcome, Report> {
    if let Some(refused) = model.refuses(program) {
        return Ok(Outcome {
            unsupported: Some(refused),
            credit: Some(options.engine.nobody()),
            ..Outcome::bare(Verdict::Unsupported)
        });
    }
    let mut outcome = match &model.kind {
        Kind::Axiomatic(axioms) => axiomatic::check::outcome(program, axioms, options),
        Kind::Operational(machine) => encode::check::outcome(program, *machine, options),
    }?;
    outcome.credit.get_or_insert(options.engine.nobody());
    Ok(outcome)
}

/// As [`check`], and the execution that shows the answer is a smallest one: the witness, the
/// counterexample of a `forall`, or an execution with a race.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn smallest(program: &Program, model: &Model, options: &Options) -> Result<Outcome, Report> {
    match &model.kind {
        Kind::Axiomatic(axioms) => {
            let mut outcome = check(program, model, options)?;
            axiomatic::smallest::shrink(program, axioms, options, &mut outcome);
            Ok(outcome)
        }
        Kind::Operational(_) if model.refuses(program).is_some() => check(program, model, options),
        Kind::Operational(machine) => encode::check::smallest_outcome(program, *machine, options),
    }
}
