//! What a loop leaves open of a test of which no execution ends: nothing.
//!
//! Whether one ends is less than how it ends: where no register that the condition names has to be known at the end, laps that differ
//! in nothing but that register are one lap, and the loop bound cuts none of them.

use crate::model::Model;
use crate::program::Program;
use crate::sat::engine::Credit;
use crate::sat::proof::Written;
use crate::stop::Open;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::verdict::outcome::{Conclusion, Findings, Outcome};
use crate::verdict::query::Options;
use crate::verdict::remark::{About, Remark};
use crate::verdict::states::States;

use super::termination::{ended, may_wait};

/// Closes an answer that a loop leaves open, where no execution ends.
pub(super) fn close(
    program: &Program,
    model: &Model,
    options: &Options,
    outcome: &mut Outcome,
) -> Result<(), Report> {
    let open = match &outcome.conclusion {
        Conclusion::Unknown { why } => why.as_slice(),
        Conclusion::Unreachable { .. } if outcome.holds.is_none() => outcome.remarks.as_slice(),
        Conclusion::Unreachable { .. }
        | Conclusion::Reachable { .. }
        | Conclusion::Racy { .. }
        | Conclusion::Unsupported { .. } => return Ok(()),
    };
    let by_loops = |remark: &Remark| is_by_loops(&remark.why);
    if open.is_empty() || !open.iter().all(by_loops) {
        return Ok(());
    }
    let Some((certificate, proofs)) = none_ends(program, model, options)? else {
        return Ok(());
    };
    let findings = Findings {
        condition: Some(false),
        opposite: Some(false),
    };
    let forall = program.quantifier == Quantifier::Forall;
    outcome.conclusion = Conclusion::Unreachable { certificate };
    outcome.found = certificate.found;
    outcome.quantity = findings.quantity().filter(|_| options.quantity || forall);
    outcome.holds = findings.holds(program.quantifier);
    let settled = |remark: &Remark| matches!(remark.about, About::Condition | About::Quantity);
    outcome.remarks.retain(|remark| !settled(remark));
    outcome.proofs = proofs;
    Ok(())
}

/// The same of final states: there are no more of them where there are none at all.
pub(super) fn close_states(
    program: &Program,
    model: &Model,
    options: &Options,
    states: &mut States,
) -> Result<(), Report> {
    let by_loops = states.open.as_ref().is_some_and(is_by_loops);
    if by_loops
        && states.found.is_empty()
        && let Some((credit, _)) = none_ends(program, model, options)?
    {
        (states.open, states.credit) = (None, credit);
    }
    Ok(())
}

const fn is_by_loops(why: &Open) -> bool {
    matches!(why, Open::Bound(_) | Open::Endless(_))
}

type Proven = (Credit, Vec<Written>);

/// That no execution ends and passes the filter, if that is found out.
fn none_ends(
    program: &Program,
    model: &Model,
    options: &Options,
) -> Result<Option<Proven>, Report> {
    if !may_wait(program) {
        return Ok(None);
    }
    let ended = ended(program, model, options)?;
    Ok(
        if let Conclusion::Unreachable { certificate } = ended.conclusion {
            Some((certificate, ended.proofs))
        } else {
            None
        },
    )
}
