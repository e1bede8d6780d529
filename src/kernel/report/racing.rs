//! Data races of executions that are no interleavings.

use std::sync::Arc;

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::{Questions, Reply};
use crate::kernel::lower::emit::emit;
use crate::kernel::lower::lowered::{Look, Lowered};
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;
use crate::model::registry::Axiomatic;
use crate::program::LocationId;
use crate::program::events::EventKind;
use crate::stop::Open;

use super::answer::Access;
use super::circles::circles;
use super::places::Place;
use super::sizes::one_by_one;
use super::weak::{Said, Weak};

/// With fewer events the accesses of all locations are asked about at once.
const MANY: usize = 400;

impl Weak<'_> {
    /// Whether some run has a data race: the events that do, where one has.
    #[must_use]
    pub fn race(&self) -> (Said, Lowered, Option<(usize, usize)>) {
        let found = self.race_under(&self.model);
        if matches!(found.0, Said::Never) {
            self.raceless.set(true);
        }
        found
    }

    /// The same of the data races that a model flags.
    #[must_use]
    pub fn race_under(&self, model: &Axiomatic) -> (Said, Lowered, Option<(usize, usize)>) {
        if self.threads.know.weak.is_empty() && self.threads.is_whole() {
            return (Said::Never, self.stuck.clone(), None);
        }
        // A lap that changes nothing matters for what it reads weakly on the way.
        let idle = usize::from(circles(&self.threads));
        let look = Look {
            bound: self.bound,
            idle,
            stuck: true,
            skips: false,
        };
        let laps = if look == self.stuck.look {
            self.stuck.clone()
        } else if let Ok(laps) = emit(self.setup, &self.threads, &self.outputs, look) {
            laps
        } else {
            let open = self.threads.stop.check().err();
            let open =
                open.unwrap_or_else(|| Open::Internal("there are no such events".to_owned()));
            return (Said::Open(open), self.stuck.clone(), None);
        };
        if self.threads.know.weak.is_empty() {
            return (self.nothing(), laps, None);
        }
        let demand = Demand::Ends(self.possible(&laps));
        if let Some(said) = self.recalled(&laps, &demand, Some(model)) {
            return (said, laps, None);
        }
        if laps.unrolled.events.len() >= MANY && self.raceless_in_parts(&laps, model) {
            return (Said::Never, laps, None);
        }
        let mut questions = match self.questions_of(&laps, model) {
            Ok(questions) => questions,
            Err(open) => return (Said::Open(open), laps, None),
        };
        let reply = one_by_one(&laps, &demand, &mut |demand| questions.race(demand));
        self.learn(&questions, &laps);
        let (said, pair) = match reply {
            Some(Reply::Execution(execution)) => {
                self.remember(&laps, &execution);
                let pair = questions.racing(&execution);
                (Said::Run(execution), pair.map(|(a, b)| (a.0, b.0)))
            }
            Some(Reply::None) => (Said::Never, None),
            Some(Reply::Open(open)) => (Said::Open(open), None),
            None => (
                Said::Open(Open::Internal("the model knows no data races".to_owned())),
                None,
            ),
        };
        drop(questions);
        (said, laps, pair)
    }

    /// Whether it is known of the accesses of each location by itself, with what can order them, that none race. Where a part
    /// has a race, the whole may have none.
    #[must_use]
    pub fn raceless_in_parts(&self, laps: &Lowered, model: &Axiomatic) -> bool {
        let know = &self.threads.know;
        if know.mixed() || !laps.has_parts() {
            return false;
        }
        let demand = Demand::Ends(self.possible(laps));
        let stop = self.options.limits().stop;
        know.weak.iter().all(|&cell| {
            if stop.check().is_err() {
                return false;
            }
            let Some(part) = laps.about(LocationId(cell)).map(Arc::new) else {
                return false;
            };
            let questions = Questions::new(&laps.program, &part, model, &self.options);
            let reply = questions.ok().and_then(|mut one| one.race(&demand));
            matches!(reply, Some(Reply::None))
        })
    }
}

/// An access of a race, and how it is told: `kernel.cu:25 (write c[0], block 0 thread 0)`.
#[must_use]
pub fn access(setup: &Setup, lowered: &Lowered, event: usize) -> Option<(String, Access)> {
    let told = lowered.told.get(event).copied().flatten()?;
    let place = Place::of(setup, told.place.0, told.place.1)?;
    let kind = match lowered.unrolled.events[event].kind {
        EventKind::ReadWrite { .. } => "update",
        EventKind::Write { .. } | EventKind::Initial { .. } => "write",
        EventKind::Read { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. }
        | EventKind::Choice => "read",
    };
    let address = told.of?.address;
    let element =
        region_of(&setup.regions, address).map(|at| setup.regions[at].element(address))?;
    let who = setup.thread_name(told.thread);
    let text = format!("{} ({kind} {element}, {who})", place.short());
    let place = place.by(setup, told.thread);
    let access = Access {
        kind,
        element,
        place,
    };
    Some((text, access))
}
