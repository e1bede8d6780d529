//! Runs that a launch was seen to do, tried on launches that differ from it in fences, orders and scopes only.
//!
//! A run is carried over event by event, and then judged as if it had come from the solver: whether it is an execution
//! of the other launch, whether the model allows it, whether it does what is asked for. So a run that was carried over
//! wrongly is no run, and no answer rests on how it came about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::accepts;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::exploration::{Exploration, Limits};
use crate::kernel::interpret::finding::Gap;
use crate::kernel::lower::along::Run as Along;
use crate::kernel::lower::lowered::Lowered;
use crate::kernel::setup::Setup;
use crate::model::registry::Axiomatic;
use crate::program::ThreadId;
use crate::stop::Open;

use super::carry::carried;
use super::decide::Ask;
use super::settled::Runs;
use super::weak::{Said, Weak};

/// For each function, which instruction each was before the module was changed; none for those that came with the
/// change.
pub type Origin = Vec<Vec<Option<usize>>>;

/// Runs that launches did which differ in fences, orders and scopes only.
#[derive(Debug, Clone, Default)]
pub struct Recall {
    runs: Arc<Mutex<Vec<Run>>>,
    ways: Arc<Mutex<Vec<Way>>>,
    /// What the instructions of the module at hand were before it was changed.
    pub origin: Origin,
    /// No solver is asked: what no run that is known does is open.
    pub only: bool,
    /// The interleavings of the module before it was changed.
    explored: Option<Arc<Exploration>>,
}

/// A run of a launch.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub execution: Execution,
    pub keys: Vec<Option<Key>>,
}

/// A run that was followed, and those of the launch along it.
#[derive(Debug, Clone)]
pub struct Way {
    /// The run.
    pub along: Along,
    /// The addresses that were taken for shared.
    pub shared: BTreeSet<u64>,
    /// What was seen to be done along it.
    pub recall: Recall,
}

/// What an event is in every such launch: the thread, the instruction before changes, the cell, and the how manieth of
/// these. Nothing for a fence that came with a change.
pub(super) type Key = (
    Option<ThreadId>,
    Option<(usize, usize)>,
    Option<usize>,
    usize,
);

impl Recall {
    /// The same runs, for a module that was changed otherwise.
    #[must_use]
    pub fn of(&self, origin: Origin, only: bool) -> Self {
        Self {
            runs: Arc::clone(&self.runs),
            ways: Arc::clone(&self.ways),
            origin,
            only,
            explored: self.explored.clone(),
        }
    }

    /// Keeps the interleavings of a launch: fences, orders and scopes change nothing in them.
    pub fn explored(&mut self, setup: &Setup, asked: &Ask) {
        let limits = Limits {
            stop: asked.stop.clone(),
            every_order: asked.model == "sc",
            ..Limits::default()
        };
        let Runs { exploration, .. } = Runs::of(setup, asked, &limits, false);
        if !exploration.gaps.contains(&Gap::Time) {
            self.explored = Some(Arc::new(exploration));
        }
    }

    /// The interleavings of the module before it was changed, where they are known.
    #[must_use]
    pub fn interleavings(&self) -> Option<&Exploration> {
        self.explored.as_deref()
    }

    /// The interleavings of the launch at hand, where they are known.
    #[must_use]
    pub fn exploration(&self) -> Option<Exploration> {
        Some(self.explored.as_ref()?.moved(&self.places()))
    }

    /// Where the instructions are that there were before changes.
    fn places(&self) -> BTreeMap<(usize, usize), (usize, usize)> {
        let mut places = BTreeMap::new();
        for (function, before) in self.origin.iter().enumerate() {
            for (new, old) in before.iter().enumerate() {
                places.extend(old.map(|old| ((function, old), (function, new))));
            }
        }
        places
    }

    /// What an instruction was before changes.
    fn before(&self, (function, at): (usize, usize)) -> Option<(usize, usize)> {
        Some((function, (*self.origin.get(function)?.get(at)?)?))
    }

    /// How many runs are known.
    #[must_use]
    pub fn count(&self) -> usize {
        self.seen() + held(&self.ways).len()
    }

    /// How many runs are known that were not followed.
    #[must_use]
    pub fn seen(&self) -> usize {
        held(&self.runs).len()
    }

    /// The runs that were followed, the latest first.
    #[must_use]
    pub fn ways(&self) -> Vec<Way> {
        let places = self.places();
        let ways = held(&self.ways).clone();
        let moved = ways.into_iter().rev().filter_map(|way| {
            Some(Way {
                along: way.along.moved(|place| places.get(&place).copied())?,
                recall: way.recall.of(self.origin.clone(), true),
                shared: way.shared,
            })
        });
        moved.collect()
    }

    /// A run that is followed: what is seen along it is kept, once it is said that it counts ([`Self::keep`]).
    #[must_use]
    pub fn way(&self, along: &Along, shared: &BTreeSet<u64>) -> Option<Way> {
        Some(Way {
            along: along.moved(|place| self.before(place))?,
            shared: shared.clone(),
            recall: Self::default().of(self.origin.clone(), false),
        })
    }

    /// Keeps a run that was followed.
    pub fn keep(&self, way: Way) {
        held(&self.ways).push(way);
    }

    fn keys(&self, lowered: &Lowered) -> Vec<Option<Key>> {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        let events = lowered.unrolled.events.iter().zip(&lowered.told);
        let keys = events.map(|(event, told)| {
            let place = match told.map(|told| told.place) {
                Some(place) => Some(self.before(place)?),
                None => None,
            };
            let cell = told.and_then(|told| told.cell);
            let count = counts.entry((event.thread, place, cell)).or_default();
            *count += 1;
            Some((event.thread, place, cell, *count))
        });
        keys.collect()
    }

    /// The runs that are known, the latest first.
    fn latest(&self) -> Vec<Run> {
        held(&self.runs).iter().rev().cloned().collect()
    }
}

fn held<T>(list: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Weak<'_> {
    /// A run that is known and does so, with a data race that a model flags where one is given; open where nobody else
    /// is to be asked, and nothing where the solver is.
    #[must_use]
    pub(super) fn recalled(
        &self,
        lowered: &Lowered,
        demand: &Demand,
        race: Option<&Axiomatic>,
    ) -> Option<Said> {
        let recall = self.recall.as_ref()?;
        let model = race.unwrap_or(&self.model);
        let whole = Demand::Whole(lowered.whole.clone());
        let demand = Demand::All(vec![demand.clone(), whole]);
        let keys = recall.keys(lowered);
        for run in recall.latest() {
            let Some(execution) = carried(lowered, &keys, &run) else {
                continue;
            };
            let events = (&lowered.program, &*lowered.unrolled);
            if accepts(events, model, &execution, &demand, race.is_some()) {
                return Some(Said::Run(Box::new(execution)));
            }
        }
        recall.only.then(|| {
            let why = "no run that is known does it, and no other was looked for";
            Said::Open(Open::Bound(why.to_owned()))
        })
    }

    /// Keeps a run that the solver found.
    pub(super) fn remember(&self, lowered: &Lowered, execution: &Execution) {
        if let Some(recall) = &self.recall {
            let run = Run {
                execution: execution.clone(),
                keys: recall.keys(lowered),
            };
            held(&recall.runs).push(run);
        }
    }

    /// Whether only runs that are known are looked at.
    #[must_use]
    pub(super) fn recalls_only(&self) -> bool {
        self.recall.as_ref().is_some_and(|recall| recall.only)
    }
}
