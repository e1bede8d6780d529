//! Whether the executions of a test end: the same two questions to every engine. Does one end, and pass the
//! filter; and does one wait for ever?

use std::sync::Arc;

use crate::axiomatic;
use crate::axiomatic::shared::{Events, Frames};
use crate::model::Model;
use crate::model::registry::Kind;
use crate::program::events::Unrolled;
use crate::program::{Condition, Program};
use crate::sat::engine::{Credit, Finder};
use crate::stop::Open;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::ugpu::encode;
use crate::verdict::outcome::{Conclusion, Findings, Outcome, Shown, Verdict};
use crate::verdict::query::Options;
use crate::verdict::remark::{About, Remark};
use crate::verdict::settled::Settled;
use crate::verdict::termination::{Asked, Termination};

use super::endless::endless;
use super::{Explicit, ask};

/// Whether a test has a barrier or a loop, so that an execution might not end.
#[must_use]
pub fn may_wait(program: &Program) -> bool {
    let mut threads = program.threads.iter();
    threads.any(|thread| {
        let mut code = thread.code.iter().enumerate();
        code.any(|(at, instruction)| instruction.kind.may_stay(at))
    })
}

/// Answers a test that asks whether its executions end, or with `wanted` false, whether they do not.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn asked(
    program: &Program,
    model: &Model,
    options: &Options,
    wanted: bool,
) -> Result<Outcome, Report> {
    let mut outcome = ended(program, model, options)?;
    let ends = match &outcome.conclusion {
        Conclusion::Reachable { witness } => Settled::Shown(witness.clone()),
        Conclusion::Unreachable { .. } => Settled::None,
        Conclusion::Unknown { why } => match why.first() {
            Some(remark) => Settled::Open(remark.why.clone()),
            None => return Ok(outcome),
        },
        Conclusion::Racy { .. } | Conclusion::Unsupported { .. } => return Ok(outcome),
    };
    if options.reason && matches!(ends, Settled::None) {
        outcome.endless = endless(program, model, options)?;
    }
    let forall = program.quantifier == Quantifier::Forall;
    let asked = if forall || options.quantity || !wanted {
        waiting(program, model, options)?
    } else {
        let waiting = Settled::Open(Open::Interrupted);
        let (unrolled, credit) = (None, outcome.credit());
        Asked {
            waiting,
            unrolled,
            credit,
        }
    };
    outcome.termination = Some(Termination::of(&ends, &asked.waiting));
    let waits = match asked.waiting {
        Settled::Shown(found) => Settled::Shown(found.shown),
        Settled::None => Settled::None,
        Settled::Open(why) => Settled::Open(why),
    };
    let (ends, waits) = (
        (ends, outcome.unrolled.take(), outcome.credit()),
        (waits, asked.unrolled, asked.credit),
    );
    let (condition, opposite) = if wanted { (ends, waits) } else { (waits, ends) };
    Ok(combine(program, options, outcome, condition, opposite))
}

type Side = (Settled<Shown>, Option<Arc<Unrolled>>, Credit);

/// One outcome of the two answers.
fn combine(
    program: &Program,
    options: &Options,
    outcome: Outcome,
    (condition, events, credit): Side,
    (opposite, others, _): Side,
) -> Outcome {
    let findings = Findings {
        condition: condition.known(),
        opposite: opposite.known(),
    };
    let forall = program.quantifier == Quantifier::Forall;
    let mut remarks = Vec::new();
    let conclusion = match condition {
        Settled::Shown(witness) => Conclusion::Reachable { witness },
        Settled::None => Conclusion::Unreachable {
            certificate: credit,
        },
        Settled::Open(why) => Conclusion::open(About::Condition, why),
    };
    let mut unrolled = events;
    let mut counterexample = None;
    match opposite {
        Settled::Shown(shown) if forall => {
            (counterexample, unrolled) = (Some(shown), others);
        }
        Settled::Open(why)
            if (forall || options.quantity)
                && findings.quantity().is_none()
                && findings.condition.is_some() =>
        {
            remarks.push(Remark {
                about: About::Quantity,
                why,
            });
        }
        Settled::Shown(_) | Settled::Open(_) | Settled::None => {}
    }
    Outcome {
        quantity: findings.quantity().filter(|_| options.quantity || forall),
        holds: findings.holds(program.quantifier),
        counterexample,
        remarks,
        unrolled,
        endless: outcome.endless,
        termination: outcome.termination,
        proofs: outcome.proofs,
        ..Outcome::bare(conclusion, credit.found)
    }
}

/// Says of an answer whether executions end.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn add(
    program: &Program,
    model: &Model,
    options: &Options,
    outcome: &mut Outcome,
) -> Result<(), Report> {
    let ends = match outcome.conclusion {
        Conclusion::Racy { .. } | Conclusion::Unsupported { .. } => return Ok(()),
        Conclusion::Reachable { .. } => Settled::Shown(()),
        Conclusion::Unreachable { .. } | Conclusion::Unknown { .. }
            if outcome.endless.is_some() =>
        {
            Settled::None
        }
        Conclusion::Unreachable { .. } | Conclusion::Unknown { .. }
            if outcome.counterexample.is_some() =>
        {
            Settled::Shown(())
        }
        Conclusion::Unreachable { .. } | Conclusion::Unknown { .. } => {
            // What is flagged was asked of the answer itself.
            let alone = Options {
                flags: false,
                race: false,
                mend: false,
                ..options.clone()
            };
            match ended(program, model, &alone)?.conclusion {
                Conclusion::Reachable { .. } => Settled::Shown(()),
                Conclusion::Unreachable { .. } => Settled::None,
                Conclusion::Unknown { why } => match why.into_iter().next() {
                    Some(remark) => Settled::Open(remark.why),
                    None => return Ok(()),
                },
                Conclusion::Racy { .. } | Conclusion::Unsupported { .. } => return Ok(()),
            }
        }
    };
    let waiting = match ends {
        // None ends, so all wait.
        Settled::None => Settled::None,
        Settled::Shown(()) | Settled::Open(_) => waiting(program, model, options)?.waiting,
    };
    let termination = Termination::of(&ends, &waiting);
    if let Some(why) = termination
        .open
        .clone()
        .filter(|_| outcome.verdict() != Verdict::Unknown)
    {
        outcome.remark(About::Termination, why);
    }
    outcome.termination = Some(termination);
    Ok(())
}

/// Whether some execution ends, and passes the filter.
pub(super) fn ended(
    program: &Program,
    model: &Model,
    options: &Options,
) -> Result<Outcome, Report> {
    let mut program = program.clone();
    program.quantifier = Quantifier::Exists;
    program.condition = Condition::Literal(true, program.condition.span());
    let options = Options {
        quantity: false,
        reason: false,
        ..options.clone()
    };
    let events = Events::new(&program, options.bound);
    ask(&Frames::once(&events), model, &options)
}

/// Looks for an execution in which some thread waits for ever.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn waiting(program: &Program, model: &Model, options: &Options) -> Result<Asked, Report> {
    let by = |waiting, credit| Asked {
        waiting,
        unrolled: None,
        credit,
    };
    if !may_wait(program) {
        return Ok(by(Settled::None, options.engine.nobody()));
    }
    if let Some(explicit) = Explicit::of(model).filter(|_| options.explicit) {
        let credit = Credit {
            found: Finder::Explicit,
            confirmed: None,
        };
        return Ok(by(explicit.waiting(program, options), credit));
    }
    match &model.kind {
        Kind::Axiomatic(axioms) => axiomatic::waiting::waiting(program, axioms, options),
        Kind::Operational(machine) => encode::waiting::waiting(program, *machine, options),
    }
}
