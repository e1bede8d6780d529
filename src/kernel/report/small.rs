//! Smallest runs that show what is wrong, where they are asked for.

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::graph::Note;
use crate::kernel::lower::lowered::Lowered;
use crate::program::Condition;
use crate::program::symbolic::EventId;
use crate::stop::Open;
use crate::verdict::outcome::Smallest;

use super::answer::{Answer, Checked, Size};
use super::decide::Decision;
use super::run::{Ends, numbered};
use super::stale::{stale, told};
use super::weak::Weak;

/// What a run is looked for with.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The events.
    pub lowered: &'a Lowered,
    /// What the run does.
    pub demand: &'a Demand,
    /// And has a data race.
    pub race: bool,
}

impl<'a> Wanted<'a> {
    /// A run that does so, with races or without.
    pub const fn of(lowered: &'a Lowered, demand: &'a Demand) -> Self {
        Self {
            lowered,
            demand,
            race: false,
        }
    }
}

/// A run that shows what is wrong.
pub struct Shown {
    /// The run.
    pub execution: Execution,
    /// Its size, where a smallest one was asked for.
    smallest: Option<Smallest>,
    /// Why it is not known to be a smallest one.
    open: Option<Open>,
}

impl Weak<'_> {
    /// The events that race in an execution.
    #[must_use]
    pub fn racing(&self, lowered: &Lowered, execution: &Execution) -> Option<(usize, usize)> {
        let questions = self.questions(lowered).ok()?;
        let pair = questions.racing(execution);
        pair.map(|(one, other)| (one.0, other.0))
    }

    /// Some run does what is noted; without a note, it leaves bytes that nobody wrote.
    #[must_use]
    pub fn wrongly(&self, note: Option<&Note>) -> Option<Condition> {
        match note {
            Some(note) => self.stuck.notes.get(note).map(|one| self.marked(one)),
            None => self.unwritten(),
        }
    }

    /// The run at hand, or a smallest one that does the same where that is asked for.
    pub fn least(
        &self,
        wanted: Wanted,
        execution: Execution,
        keep: impl Fn(&Execution) -> bool,
    ) -> Shown {
        let any = |execution: Execution, open: Option<Open>| Shown {
            execution,
            smallest: None,
            open,
        };
        if !self.options.smallest {
            return any(execution, None);
        }
        let questions = match self.questions(wanted.lowered) {
            Ok(questions) => questions,
            Err(why) => return any(execution, Some(why)),
        };
        let counts = |event: EventId| {
            let told = wanted.lowered.told.get(event.0);
            told.is_some_and(Option::is_some)
        };
        let least = questions.least(wanted.demand, wanted.race, &execution, &counts);
        if !keep(&least.execution) {
            let why = "it is open whether smaller runs do the same".to_owned();
            return any(execution, Some(Open::Size(why)));
        }
        Shown {
            execution: least.execution,
            smallest: least.smallest,
            open: least.open,
        }
    }
}

impl Shown {
    /// Puts the run into an answer, with its size, and what in it no interleaving does where that is asked.
    pub fn tell(&self, decision: &Decision, lowered: &Lowered, ends: Ends, answer: &mut Checked) {
        let (steps, at) = numbered(decision.setup, lowered, &self.execution, ends);
        let missed = stale(&self.execution, &at, &steps);
        if let Some((write, read)) = missed.filter(|_| answer.name == Check::Robust.name()) {
            answer.remarks.push(told(&steps[write], &steps[read]));
            answer.places.push(steps[read].place.clone());
        }
        answer.witness = steps;
        if !decision.asked.options.smallest {
            return;
        }
        let step = |event: &EventId| at.get(event).copied();
        let pair = |(earlier, later): &(EventId, EventId)| Some([step(earlier)?, step(later)?]);
        let found = self.smallest.as_ref();
        answer.smallest = Some(Size {
            accesses: found.map(|one| one.accesses),
            relaxations: found.map(|one| one.relaxations),
            reversed: found.map_or_else(Vec::new, |one| {
                one.reversed.iter().filter_map(pair).collect()
            }),
            torn: found.map_or_else(Vec::new, |one| one.torn.iter().filter_map(step).collect()),
            minimal: found.is_some_and(|one| one.proven),
            why: self.open.as_ref().map(ToString::to_string),
        });
    }
}

impl Decision<'_> {
    /// What interleavings show, by a smallest run of the model where that is asked for.
    pub fn smaller(&self, check: Check, found: Checked) -> Checked {
        if !self.asked.options.smallest || found.answer != Answer::Violated {
            return found;
        }
        let why = if self.asked_of.is_some() {
            let mut better = self.modelled(check);
            let same = better.answer == Answer::Violated && better.word == found.word;
            if same && better.smallest.is_some() {
                better.sc_contents = found.sc_contents;
                return better;
            }
            if better.answer == Answer::Violated {
                // The model says so too, and of all runs together.
                same.then(|| "no run shows it".to_owned())
            } else {
                better.remarks.drain(..).next()
            }
        } else {
            None
        };
        let why = why.unwrap_or_else(|| "it is the first interleaving that was found".to_owned());
        Checked {
            smallest: Some(Size::open(why)),
            ..found
        }
    }
}
