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
use crate::stop::Open;
use crate::verdict::machine as reason;
use crate::verdict::outcome::{Conclusion, Item, Outcome, Reason, Shown, Smallest, Verdict};
use crate::verdict::query::Options;
use crate::verdict::remark::About;

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
    let deeper = found.verdict == Verdict::Unreachable && found.bound != options.bound;
    let unrolled = match &found.reason {
        Some(_) => Some(Arc::new(check::unroll_again(program, model, found.bound)?)),
        None if deeper => Some(Arc::new(check::unroll_again(program, model, found.bound)?)),
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
) -> Result<Reason, Open> {
    super::minimum::smallest(program, unrolled, model, goal, limits).map(reason)
}

fn shared(program: &Program, found: check::Outcome) -> Outcome {
    let forall = program.quantifier == Quantifier::Forall;
    let (mut remarks, finder) = (found.remarks, found.credit.found);
    let conclusion = match (found.verdict, found.witness, found.unsupported) {
        (Verdict::Reachable, Some(witness), _) => Conclusion::Reachable {
            witness: Shown::schedule(witness),
        },
        (Verdict::Unreachable, ..) => Conclusion::Unreachable {
            certificate: found.credit,
        },
        (Verdict::Unsupported, _, Some(refused)) => Conclusion::Unsupported {
            refused: refused.into(),
        },
        (Verdict::Unknown, ..) => Conclusion::Unknown {
            why: std::mem::take(&mut remarks),
        },
        // A machine has no races, and a verdict comes with what shows it.
        (Verdict::Racy | Verdict::Reachable | Verdict::Unsupported, ..) => {
            let why = Open::Internal("the verdict has nothing to show".to_owned());
            Conclusion::open(About::Condition, why)
        }
    };
    Outcome {
        holds: found.holds,
        quantity: found.quantity,
        counterexample: found.counterexample.filter(|_| forall).map(Shown::schedule),
        smallest: found.smallest.map(|found| Smallest {
            accesses: found.measure.accesses,
            relaxations: found.measure.relaxations,
            reversed: Vec::new(),
            torn: Vec::new(),
            proven: found.proven,
        }),
        reason: found.reason.map(reason),
        remarks,
        proofs: found.proofs,
        ..Outcome::bare(conclusion, finder)
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
