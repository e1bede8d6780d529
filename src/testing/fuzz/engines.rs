//! Any bytes as a small test, asked of all engines.

use std::time::Duration;

use crate::engine::check;
use crate::explicit;
use crate::model::registry::{Kind, Model, built_in};
use crate::program::{Program, load};
use crate::sat::engine::Engine;
use crate::stop::Open;
use crate::stop::Stop;
use crate::testing::{Family, counters_from, generate_from};
use crate::ugpu::machine;
use crate::verdict::outcome::Outcome;
use crate::verdict::plain::{Quantity, Verdict};
use crate::verdict::query::Options;

use super::{Checked, report};

/// Texts of more threads are not asked.
const THREADS: usize = 4;
/// Texts of more instructions are not asked.
const INSTRUCTIONS: usize = 12;
/// The loop bound.
const BOUND: usize = 1;
/// Candidates and states of an enumeration.
const STEPS: u64 = 20_000;
/// A limit for what is large in spite of the limits of size.
const TIME: Duration = Duration::from_secs(5);

/// A verdict that is no `unknown`, and a quantity.
pub type Answer = (Verdict, Option<Quantity>);

/// Two engines that do not say the same.
pub type Differs = String;

/// The built-in solver, Z3 and the enumerator say the same of a test. The first byte says what the others
/// are: the choices of a generator, or a text.
///
/// # Errors
///
/// What is wrong.
pub fn engines(bytes: &[u8]) -> Checked {
    let Some((&first, rest)) = bytes.split_first() else {
        return Ok(0);
    };
    let text = match first % 8 {
        0 => generate_from(rest, Family::Coherence),
        1 => generate_from(rest, Family::Ptx),
        2 => generate_from(rest, Family::Ugpu),
        3 => generate_from(rest, Family::Hrf),
        4 => counters_from(rest, Family::Coherence),
        5 => counters_from(rest, Family::Hrf),
        _ => String::from_utf8_lossy(rest).into_owned(),
    };
    let program = match load("fuzz.litmus", &text) {
        Ok(program) => program,
        Err(found) if first % 8 > 5 => return report(&found).map(|()| 0),
        Err(found) => return Err(format!("a generated test:\n{}", found.render(false))),
    };
    let instructions: usize = program.threads.iter().map(|thread| thread.code.len()).sum();
    if program.threads.len() > THREADS || instructions > INSTRUCTIONS {
        return Ok(0);
    }
    // All models would be slow: the first byte chooses one.
    let models = built_in();
    match models.get(usize::from(first / 8) % models.len()) {
        Some(model) => agree(&program, model, enumerated),
        None => Ok(0),
    }
}

/// Both solvers say of a test under a model what somebody else says, if he says anything.
///
/// # Errors
///
/// They do not.
pub fn agree(
    program: &Program,
    model: &Model,
    other: fn(&Program, &Model) -> Option<Answer>,
) -> Result<usize, Differs> {
    let options = Options {
        bound: BOUND,
        timeout: Some(TIME),
        reason: false,
        engine: Engine::Both,
        ..Options::default()
    };
    let Ok(outcome) = check(program, model, &options) else {
        return Ok(0);
    };
    let differs = |what: String| Err(format!("{}: {what}\n{}", model.name, program.source.text));
    if let Some(defect) = defect(&outcome) {
        return differs(defect);
    }
    if matches!(outcome.verdict(), Verdict::Unknown | Verdict::Unsupported) {
        return Ok(0);
    }
    let found = (outcome.verdict(), outcome.quantity);
    match other(program, model) {
        None => Ok(0),
        Some(expected) if expected == found => Ok(1),
        Some(expected) => differs(format!("enumerated {expected:?}, solved {found:?}")),
    }
}

/// What an outcome says of a defect of ours.
pub(super) fn defect(outcome: &Outcome) -> Option<String> {
    let mut open = outcome.open();
    let defect = open.find(|remark| matches!(remark.why, Open::Internal(_)))?;
    Some(defect.to_string())
}

/// What the enumerator says, or the explorer of a machine's states, where they find an end.
fn enumerated(program: &Program, model: &Model) -> Option<Answer> {
    let (verdict, quantity, open) = match &model.kind {
        Kind::Axiomatic(_) => {
            let limits = explicit::Limits {
                candidates: STEPS,
                stop: Stop::after(TIME),
            };
            let known = explicit::Model::from_name(&model.name)?;
            let all = explicit::Switches::ALL;
            let answer = explicit::check(program, known, &limits, BOUND, &all).ok()?;
            (answer.verdict, answer.quantity, answer.open)
        }
        Kind::Operational(known) => {
            let limits = machine::Limits {
                states: STEPS,
                stop: Stop::after(TIME),
            };
            let none = machine::Bends::NONE;
            let answer = machine::check(program, *known, &limits, BOUND, none).ok()?;
            (answer.verdict, answer.quantity, answer.open)
        }
    };
    open.is_none().then_some((verdict, quantity))
}
