//! The question about races, asked before any other of models that promise nothing of racy
//! programs.

use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::model::registry::DATA_RACE;
use crate::program::events::Unrolled;
use crate::sat::Lit;

use super::raced::Recall;
use crate::axiomatic::check::{Found, Query};
use crate::axiomatic::encoding::{Encoding, Goal};
use crate::axiomatic::reason::Prover;
use crate::axiomatic::shared::Frames;
use crate::verdict::outcome::{Conclusion, Outcome, Race, Shown, Verdict};
use crate::verdict::query::Early;
use crate::verdict::remark::About;
use crate::verdict::why::Why;

impl Query<'_> {
    /// The answer, if it is that the program is racy, or that this was not found out. Whatever the
    /// filter says, one execution with a race is enough.
    pub(crate) fn racy(&self, encoding: &mut Encoding) -> Option<Outcome> {
        match self.find_race(encoding)? {
            Found::Execution(execution, flags) => {
                if self.options.reason {
                    // What would mend it takes as long as any reason.
                    self.options.tell(Early {
                        verdict: Verdict::Racy,
                        quantity: None,
                        holds: None,
                    });
                }
                let race = self.race(&execution);
                let witness = Shown::execution(*execution, flags);
                Some(Conclusion::Racy { witness, race })
            }
            Found::Open(why) => Some(Conclusion::open(About::Race, why)),
            Found::None => None,
        }
        .map(|conclusion| Outcome::bare(conclusion, self.credit().found))
    }

    /// An execution with a race, or that there is none; nothing under a model without the notion.
    pub(super) fn find_race(&self, encoding: &mut Encoding) -> Option<Found> {
        let model = self.model;
        let wanted = model.race_flag().or(model.data_race_flag())?;
        let goal = encoding
            .flags(self.model)
            .into_iter()
            .find(|goal| matches!(goal, Goal::Flag(index, _) if *index == wanted))?;
        Some(match self.ask(encoding, goal) {
            found @ Found::None if encoding.truncated != Lit::FALSE => self
                .truncated(encoding, &found, None)
                .map_or(Found::None, Found::Open),
            found => found,
        })
    }

    /// Why no execution has a race, once it is known that none has.
    pub(crate) fn add_race_freedom<'s>(
        &self,
        frames: &Frames<'s>,
        events: &'s Arc<Unrolled>,
        outcome: &mut Outcome,
    ) {
        let answered = matches!(outcome.verdict(), Verdict::Reachable | Verdict::Unreachable);
        let free = outcome.raised.get(DATA_RACE) == Some(&Some(false));
        let flagged = self
            .model
            .data_race_flag()
            .filter(|_| self.options.race && free);
        let Some(flag) = self.model.race_flag().or(flagged).filter(|_| answered) else {
            return;
        };
        if !self.options.reason {
            return;
        }
        let goal = Goal::Flag(flag, Lit::TRUE);
        let limits = self.options.reason_limits();
        let options = self.model.definition.options;
        let frame = frames.frame(events, options, true, &limits.stop);
        match Prover::on(frame, self.model, goal, &limits).explain(goal) {
            Ok(reason) => outcome.race_freedom = Some(reason),
            Err(why) => outcome.remark(About::RaceFreedom, why),
        }
    }

    /// The two accesses that race in an execution, and why.
    pub(crate) fn race(&self, execution: &Execution) -> Option<Race> {
        let raced = self.raced(self.program, &self.unrolled, execution, &mut Recall::none())?;
        let (first, second) = raced.pair;
        let clues = raced.clues();
        let mut why = Why {
            missing: clues.missing.clone(),
            ..Why::default()
        };
        if self.options.reason {
            let stop = self.options.limits().stop;
            self.repair(execution, (first, second), &clues, stop, &mut why);
        }
        Some(Race { first, second, why })
    }
}
