//! Runs that a launch was seen to do, tried on launches that differ from it in fences, orders and scopes only.
//!
//! A run is carried over event by event, and then judged as if it had come from the solver: whether it is an execution
//! of the other launch, whether the model allows it, whether it does what is asked for. So a run that was carried over
//! wrongly is no run, and no answer rests on how it came about.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::accepts;
use crate::execution::concrete::{Executed, Execution};
use crate::kernel::interpret::exploration::{Exploration, Limits};
use crate::kernel::interpret::explore::explore;
use crate::kernel::interpret::finding::Gap;
use crate::kernel::lower::lowered::Lowered;
use crate::kernel::setup::Setup;
use crate::model::registry::Axiomatic;
use crate::program::ThreadId;
use crate::program::events::{EventKind, Place};
use crate::program::symbolic::EventId;
use crate::stop::Open;

use super::carry::order_of_fences;
use super::decide::Ask;
use super::settled::settled;
use super::weak::{Said, Weak};

/// For each function, which instruction each was before the module was changed; none for those that came with the
/// change.
pub type Origin = Vec<Vec<Option<usize>>>;

/// Runs that launches did which differ in fences, orders and scopes only.
#[derive(Debug, Clone, Default)]
pub struct Recall {
    runs: Arc<Mutex<Vec<Run>>>,
    /// What the instructions of the module at hand were before it was changed.
    pub origin: Origin,
    /// No solver is asked: what no run that is known does is open.
    pub only: bool,
    /// The interleavings of the module before it was changed.
    explored: Option<Arc<Exploration>>,
}

/// A run of a launch.
#[derive(Debug, Clone)]
struct Run {
    execution: Execution,
    keys: Vec<Option<Key>>,
}

/// What an event is in every such launch: the thread, the instruction before changes, the cell, and the how manieth of
/// these. Nothing for a fence that came with a change.
type Key = (
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
            origin,
            only,
            explored: self.explored.clone(),
        }
    }

    /// Keeps the interleavings of a launch: fences, orders and scopes change nothing in them.
    pub fn explored(&mut self, setup: &Setup, asked: &Ask) {
        let limits = Limits {
            stop: asked.stop.clone(),
            ..Limits::default()
        };
        let exploration = settled(setup, asked, &limits);
        let exploration = exploration.unwrap_or_else(|| explore(setup, &limits));
        if !exploration.gaps.contains(&Gap::Time) {
            self.explored = Some(Arc::new(exploration));
        }
    }

    /// The interleavings of the launch at hand, where they are known.
    #[must_use]
    pub fn exploration(&self) -> Option<Exploration> {
        let mut places = BTreeMap::new();
        for (function, before) in self.origin.iter().enumerate() {
            for (new, old) in before.iter().enumerate() {
                places.extend(old.map(|old| ((function, old), (function, new))));
            }
        }
        Some(self.explored.as_ref()?.moved(&places))
    }

    /// How many runs are known.
    #[must_use]
    pub fn count(&self) -> usize {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.len()
    }

    fn keys(&self, lowered: &Lowered) -> Vec<Option<Key>> {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        let events = lowered.unrolled.events.iter().zip(&lowered.told);
        let keys = events.map(|(event, told)| {
            let place = match told.map(|told| told.place) {
                Some((function, at)) => Some((function, (*self.origin.get(function)?.get(at)?)?)),
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
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().rev().cloned().collect()
    }
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
            let mut runs = recall.runs.lock().unwrap_or_else(PoisonError::into_inner);
            runs.push(run);
        }
    }

    /// Whether only runs that are known are looked at.
    #[must_use]
    pub(super) fn recalls_only(&self) -> bool {
        self.recall.as_ref().is_some_and(|recall| recall.only)
    }
}

/// The run with the events of another launch; nothing where these are not the same but for fences.
fn carried(lowered: &Lowered, keys: &[Option<Key>], run: &Run) -> Option<Execution> {
    let unrolled = &lowered.unrolled;
    let own: BTreeMap<Key, EventId> = (0..)
        .zip(keys)
        .filter_map(|(at, key)| Some(((*key)?, EventId(at))))
        .collect();
    let new = |old: &EventId| own.get(&run.keys.get(old.0).copied().flatten()?).copied();
    let mut reads: BTreeMap<EventId, i64> = BTreeMap::new();
    for (old, executed) in &run.execution.events {
        if let Some(value) = executed.read {
            reads.insert(new(old)?, value);
        }
    }
    let mut made = Execution::default();
    let read = |event: EventId| reads.get(&event).copied().unwrap_or(0);
    for (index, event) in unrolled.events.iter().enumerate() {
        if !unrolled.symbolic.holds(event.guard, &read) {
            continue;
        }
        let id = EventId(index);
        let wrote = match event.kind {
            EventKind::Initial { value, .. } => Some(value),
            EventKind::Write { value, .. } => Some(unrolled.symbolic.evaluate(value, &read)),
            EventKind::ReadWrite { value, success, .. } => unrolled
                .symbolic
                .holds(success, &read)
                .then(|| unrolled.symbolic.evaluate(value, &read)),
            EventKind::Read { .. } | EventKind::Fence(_) | EventKind::Barrier { .. } => None,
        };
        let location = match event.place() {
            Some(Place::Fixed(location)) => Some(location),
            // No launch has such.
            Some(Place::Computed(_)) => return None,
            None => None,
        };
        let executed = Executed {
            location,
            read: reads.get(&id).copied(),
            wrote,
        };
        made.events.insert(id, executed);
    }
    for (reader, writer) in &run.execution.rf {
        made.rf.insert(new(reader)?, new(writer)?);
    }
    for (one, other) in &run.execution.co {
        made.co.push((new(one)?, new(other)?));
    }
    for (barrier, met) in &run.execution.barriers {
        made.barriers.insert(new(barrier)?, *met);
    }
    for (location, last) in &run.execution.last {
        made.last.insert(*location, new(last)?);
    }
    let ends = unrolled.threads.iter().map(|thread| {
        let values = thread.registers.iter();
        values
            .map(|&value| unrolled.symbolic.evaluate(value, &read))
            .collect()
    });
    made.registers = ends.collect();
    let mut known = Vec::new();
    for (one, other) in &run.execution.fence_order {
        known.extend(new(one).zip(new(other)));
    }
    made.fence_order = order_of_fences(&lowered.program, unrolled, &made, &known);
    Some(made)
}
