//! The races of the executions that are shown: of the witness, and of one beside it.

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::verdict::outcome::{Outcome, Run, Verdict};

use super::enumerated;
use super::race::Race;
use super::witness::Witness;

/// An execution with a data race, beside the one that shows the verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Raced {
    /// The execution.
    pub witness: Witness,
    /// The accesses that race in it.
    pub race: Option<Race>,
}

/// An execution of a model with axioms.
pub(super) fn execution(
    program: &Program,
    unrolled: Option<&Unrolled>,
    run: &Run,
) -> Option<Witness> {
    match run {
        Run::Schedule(_) => None,
        Run::Execution(execution) => Some(Witness::of(program, unrolled?, execution)),
        Run::Enumerated { execution, .. } => Some(enumerated::view(program, execution)),
    }
}

/// The execution with a data race that is shown beside the witness.
pub(super) fn other_race(program: &Program, outcome: &Outcome) -> Option<Raced> {
    let other = outcome.other_race.as_ref()?;
    let found = other.race.as_ref().zip(outcome.unrolled.as_deref());
    Some(Raced {
        witness: execution(program, outcome.unrolled.as_deref(), &other.witness.run)?,
        race: found
            .map(|(race, unrolled)| Race::of(program, unrolled, race))
            .or_else(|| raced(program, &other.witness.run)),
    })
}

/// The race of a racy program.
pub(super) fn race(program: &Program, outcome: &Outcome) -> Option<Race> {
    if let Some(race) = outcome.race() {
        return Some(Race::of(program, outcome.unrolled.as_deref()?, race));
    }
    shown_race(program, outcome).filter(|_| outcome.verdict() == Verdict::Racy)
}

/// The race of the execution that is shown, under a model that flags it.
pub(super) fn flagged_race(program: &Program, outcome: &Outcome) -> Option<Race> {
    if let Some(race) = &outcome.flagged_race {
        return Some(Race::of(program, outcome.unrolled.as_deref()?, race));
    }
    shown_race(program, outcome).filter(|_| outcome.verdict() != Verdict::Racy)
}

fn shown_race(program: &Program, outcome: &Outcome) -> Option<Race> {
    raced(program, &outcome.shown()?.run)
}

/// What the enumerator says of an execution that it found.
fn raced(program: &Program, run: &Run) -> Option<Race> {
    match run {
        Run::Enumerated { execution, race } => {
            race.map(|pair| enumerated::race(program, execution, pair))
        }
        Run::Execution(_) | Run::Schedule(_) => None,
    }
}
