//! What was found, in the words that all models share.

use crate::program::Program;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::ugpu::Model;

use super::super::check::Options;
use super::super::outcome::{Outcome, Quantity, Smallest, Verdict};
use super::check::{self, check};

/// As [`check`], with the answer in the words that all models share: for a `forall` that fails, the
/// schedule is the counterexample.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn outcome(program: &Program, model: Model, options: &Options) -> Result<Outcome, Report> {
    let forall = program.quantifier == Quantifier::Forall;
    let options = Options {
        quantity: options.quantity || forall,
        ..*options
    };
    Ok(shared(program, check(program, model, &options)?))
}

/// As [`outcome`], and the schedule is a smallest one.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn smallest_outcome(
    program: &Program,
    model: Model,
    options: &Options,
) -> Result<Outcome, Report> {
    let forall = program.quantifier == Quantifier::Forall;
    let options = Options {
        quantity: options.quantity || forall,
        ..*options
    };
    let found = super::smallest::smallest(program, model, &options)?;
    Ok(shared(program, found))
}

fn shared(program: &Program, found: check::Outcome) -> Outcome {
    let forall = program.quantifier == Quantifier::Forall;
    let fails = forall && found.counterexample.is_some();
    Outcome {
        holds: holds(program, &found),
        quantity: found.quantity,
        schedule: if fails {
            found.counterexample
        } else {
            found.witness
        },
        smallest: found.smallest.map(|found| Smallest {
            accesses: found.measure.accesses,
            relaxations: found.measure.relaxations,
            reversed: Vec::new(),
            torn: Vec::new(),
            proven: found.proven,
        }),
        unsupported: found.unsupported.map(Into::into),
        notes: found.notes,
        ..Outcome::bare(found.verdict)
    }
}

fn holds(program: &Program, found: &check::Outcome) -> Option<bool> {
    let reachable = match found.verdict {
        Verdict::Reachable => Some(true),
        Verdict::Unreachable => Some(false),
        Verdict::Racy | Verdict::Unknown | Verdict::Unsupported => None,
    };
    match program.quantifier {
        Quantifier::Exists => reachable,
        Quantifier::NotExists => reachable.map(|reachable| !reachable),
        Quantifier::Forall if found.counterexample.is_some() => Some(false),
        Quantifier::Forall => found.quantity.map(|quantity| quantity == Quantity::Always),
    }
}
