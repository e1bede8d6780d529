//! Data races under models that only flag them: which execution has one, why, and what would order the
//! accesses. Such a model tells of the accesses by their moral strength and by causality.

use crate::execution::concrete::Execution;
use crate::model::registry::DATA_RACE;
use crate::program::symbolic::EventId;
use crate::verdict::outcome::{Outcome, Race, Raced, Shown};
use crate::verdict::why::{Fault, Missing, Why};

use super::clues::Clues;
use super::paths::Ground;
use super::raced::Recall;
use crate::axiomatic::check::Query;

impl Query<'_> {
    /// Says of the execution that is shown whether it has a data race; where it has none, shows `racing`,
    /// an execution that has one, if that is asked for.
    pub(crate) fn add_flagged_race(&self, outcome: &mut Outcome, racing: Option<Shown>) {
        outcome.flagged_race = None;
        outcome.other_race = None;
        if !self.options.flags || self.model.data_race_flag().is_none() {
            return;
        }
        let races = |shown: &Shown| shown.flags.iter().any(|flag| flag == DATA_RACE);
        if outcome.shown().is_some_and(races) {
            self.tell(outcome);
            let execution = outcome.execution();
            outcome.flagged_race = execution.and_then(|execution| self.flagged_race(execution));
        } else if let Some(witness) = racing.filter(|_| self.options.race) {
            self.tell(outcome);
            let race = witness.run.execution();
            let race = race.and_then(|execution| self.flagged_race(execution));
            outcome.other_race = Some(Raced { witness, race });
        }
    }

    /// The two accesses that race in an execution, and why.
    fn flagged_race(&self, execution: &Execution) -> Option<Race> {
        let raced = self.raced(self.program, &self.unrolled, execution, &mut Recall::none())?;
        let (first, second) = raced.pair;
        let clues = raced.ground.flagged(first, second);
        let mut why = Why {
            missing: clues.missing.clone(),
            ..Why::default()
        };
        if self.options.mend && self.options.reason {
            let stop = self.options.reason_limits().stop;
            self.repair(execution, (first, second), &clues, stop, &mut why);
        }
        Some(Race { first, second, why })
    }
}

impl Ground<'_> {
    /// What keeps two accesses that race from moral strength, and from an order by causality.
    fn flagged(&self, first: EventId, second: EventId) -> Clues {
        let pairs = [(first, second), (second, first)];
        let weak = pairs.into_iter().filter(|&(at, _)| !self.atomic(at));
        let one = |fault, (at, with)| Missing { fault, at, with };
        // Of two weak ones it is said once.
        let Some(weak) = weak.map(|pair| one(Fault::Weak, pair)).next() else {
            let narrow = pairs
                .into_iter()
                .filter(|&(at, with)| !self.reaches(at, with));
            let mut missing: Vec<Missing> = narrow.map(|pair| one(Fault::Narrow, pair)).collect();
            if missing.is_empty() {
                missing.push(one(Fault::Path, (first, second)));
            }
            return self.involving(first, second, missing, &[]);
        };
        let elsewhere = self.other_path(first, second);
        let thread = |event: EventId| self.unrolled.events[event.0].thread;
        if elsewhere && thread(first) == thread(second) {
            let missing = vec![one(Fault::Path, (first, second))];
            return self.involving(first, second, missing, &[]);
        }
        let (gap, links) = self.gap(first, second);
        // These are of models in which one scope is another than a wider one.
        let foreign = |missing: &Missing| matches!(missing.fault, Fault::Differs | Fault::Chain);
        let mut missing = vec![weak];
        missing.extend(elsewhere.then(|| one(Fault::Path, (first, second))));
        missing.extend(gap.into_iter().filter(|missing| !foreign(missing)));
        self.involving(first, second, missing, &links)
    }

    /// Whether two accesses reach memory through different proxies, or by different names.
    fn other_path(&self, first: EventId, second: EventId) -> bool {
        let path = |event: EventId| {
            let (_, access) = self.unrolled.events[event.0].memory()?;
            let location = self.execution.events.get(&event)?.location?;
            Some((access.proxy, self.program.location(location).address))
        };
        path(first) != path(second)
    }
}
