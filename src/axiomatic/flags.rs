//! The query behind each flag of a model: does some execution raise it?

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::model::registry::{DATA_RACE, RACE};
use crate::program::events::Unrolled;
use crate::sat::Lit;
use crate::verdict::outcome::Outcome;

use super::check::{Found, Query};
use super::encoding::{Encoding, Goal};
use super::shared::Frames;

/// What is known of the flags of a model.
#[derive(Default)]
pub(super) struct Raised {
    /// For each flag whether some execution raises it.
    pub each: Flags,
    /// An execution that has the data race that the model only flags, with all flags that it raises.
    pub racing: Option<(Box<Execution>, Vec<String>)>,
}

/// For each flag of a model whether some execution raises it, and nothing where that is open.
pub(super) type Flags = BTreeMap<String, Option<bool>>;

const RAISED: Option<bool> = Some(true);

/// Whether one of the flags that an answer does not know to be raised is so in laps.
fn more(outcome: &Outcome, in_laps: &Flags) -> bool {
    let mut open = outcome.raised.iter().filter(|(_, it)| **it != RAISED);
    open.any(|(name, _)| in_laps.get(name) == Some(&RAISED))
}

/// An answer to which what is flagged only in laps is added: the flags that are raised there, if they can be told alone, or another answer. That
/// other one is the answer where more is raised in it, so that it is shown; without one what is not raised is open.
pub(super) fn merged(
    mut outcome: Outcome,
    flags: impl FnOnce() -> Option<Flags>,
    answer: impl FnOnce() -> Option<Outcome>,
) -> Outcome {
    if outcome.raised.values().all(|raised| *raised == RAISED) {
        return outcome;
    }
    let mut in_laps = flags().filter(|flags| !more(&outcome, flags));
    if in_laps.is_none()
        && let Some(other) = answer()
    {
        if more(&outcome, &other.raised) {
            return other;
        }
        in_laps = Some(other.raised);
    }
    let in_laps = in_laps.unwrap_or_default();
    for (name, raised) in &mut outcome.raised {
        if *raised == Some(false) {
            *raised = in_laps.get(name).copied().flatten();
        }
    }
    outcome
}

impl Query<'_> {
    /// What flags are raised, without the answer; nothing under a model whose answer is what it flags.
    pub(super) fn flags_alone<'s>(
        &self,
        frames: &Frames<'s>,
        events: &'s Arc<Unrolled>,
    ) -> Option<Flags> {
        if self.model.promises_nothing_of_races() {
            return None;
        }
        let (options, thin_air) = (self.model.definition.options, self.model.thin_air);
        let frame = frames.frame(events, options, thin_air, &self.limits.stop);
        let mut encoding = Encoding::on(frame, self.model);
        encoding.frame.order_for_flags(self.model);
        Some(self.raised(&mut encoding, &Found::None, None).each)
    }

    /// For each flag of the model whether some execution raises it. One that an execution at hand
    /// raises is not asked about.
    pub(super) fn raised(
        &self,
        encoding: &mut Encoding,
        first: &Found,
        second: Option<&Found>,
    ) -> Raised {
        let mut result = Raised::default();
        let axioms = &self.model.definition.axioms;
        if !self.options.flags || axioms.iter().all(|axiom| !axiom.flag) {
            return result;
        }
        if self.model.promises_nothing_of_races() {
            // It was asked about first, and was not raised.
            result.each.insert(RACE.to_owned(), Some(false));
        }
        for found in [Some(first), second].into_iter().flatten() {
            if let Found::Execution(execution, flags) = found {
                result.note(execution, flags);
            }
        }
        if axioms
            .iter()
            .all(|axiom| !axiom.flag || result.each.contains_key(&axiom.name))
        {
            return result;
        }
        encoding.frame.circuit.renew(self.limits().stop);
        for goal in encoding.flags(self.model) {
            let Goal::Flag(index, _) = goal else { continue };
            let name = &axioms[index].name;
            if !result.each.contains_key(name) {
                let raised = self.raises(encoding, goal, &mut result);
                result.each.insert(name.clone(), raised);
            }
        }
        result
    }

    fn raises(&self, encoding: &Encoding, goal: Goal, result: &mut Raised) -> Option<bool> {
        match self.ask(encoding, goal) {
            Found::Execution(execution, flags) => {
                result.note(&execution, &flags);
                Some(true)
            }
            Found::Open(_) => None,
            Found::None if encoding.truncated == Lit::FALSE => Some(false),
            found @ Found::None => self
                .truncated(encoding, &found, None)
                .is_none()
                .then_some(false),
        }
    }
}

impl Raised {
    /// Keeps what an execution at hand raises.
    fn note(&mut self, execution: &Execution, flags: &[String]) {
        for flag in flags {
            self.each.insert(flag.clone(), Some(true));
            if flag == DATA_RACE && self.racing.is_none() {
                self.racing = Some((Box::new(execution.clone()), flags.to_vec()));
            }
        }
    }
}
