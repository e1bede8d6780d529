//! What was found, in the words that all models share.

use std::sync::Arc;

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::Model;

use super::check;
use super::check::check;
use crate::sat::session::Limits;
use crate::verdict::machine as reason;
use crate::verdict::outcome::{Item, Outcome, Reason, Smallest};
use crate::verdict::query::Options;

/// As [`check()`], with the answer in the words that all models share: for a `forall` that fails, the
/// schedule is the counterexample.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn outcome(program: &Program, model: Model, options: &Options) -> Result<Outcome, Report> {
    let forall = program.quantifier == Quantifier::Forall;
    let options = Options {
        quantity: options.quantity || forall,
        ..options.clone()
    };
    let found = check(program, model, &options)?;
    let unrolled = match &found.reason {
        Some(_) => Some(Arc::new(check::unroll(program, model, options.bound)?)),
        None => None,
    };
    Ok(Outcome {
        unrolled,
        ..shared(program, found)
    })
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
        ..options.clone()
    };
    let found = super::smallest::smallest(program, model, &options)?;
    Ok(shared(program, found))
}

/// The smallest reason why a goal is unreachable, in the words that all models share.
///
/// # Errors
///
/// The solver gave up, or contradicts the verdict that is to be explained.
pub fn smallest_reason(
    program: &Program,
    unrolled: &Unrolled,
    model: Model,
    goal: reason::Goal,
    limits: &Limits,
) -> Result<Reason, String> {
    super::minimum::smallest(program, unrolled, model, goal, limits).map(reason)
}

fn shared(program: &Program, found: check::Outcome) -> Outcome {
    let forall = program.quantifier == Quantifier::Forall;
    let fails = forall && found.counterexample.is_some();
    Outcome {
        holds: found.holds,
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
        reason: found.reason.map(reason),
        unsupported: found.unsupported.map(Into::into),
        notes: found.notes,
        credit: found.credit,
        proofs: found.proofs,
        ..Outcome::bare(found.verdict)
    }
}

/// Conjuncts are the same for all models; what a machine does is its own.
fn reason(found: reason::Reason) -> Reason {
    let items = found.items.into_iter().map(|item| match item {
        reason::Item::Condition { span, negated } => Item::Condition { span, negated },
        reason::Item::Filter { span, negated } => Item::Filter { span, negated },
        item => Item::Machine(item),
    });
    Reason {
        items: items.collect(),
        minimal: found.minimal,
        of_opposite: found.of_opposite,
    }
}
