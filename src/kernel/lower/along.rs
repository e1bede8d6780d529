//! Threads that do what they did in a run, once more, on values that the run left open.
//!
//! Where values are left open ([`super::blur`]) a run says who reads from whom and not what. The threads are walked again, each
//! read finding what its source writes, as soon as that is known. What comes of it are launches with one way for each thread, which it
//! goes to its end only where its reads find just this: a complete execution of these is one of the launch itself. So what is wrong with
//! one is wrong, and no other answer is taken from them.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::concrete::Execution;
use crate::kernel::setup::Setup;
use crate::program::symbolic::EventId;
use crate::stop::Stop;

use super::blur::Values;
use super::cells::{Age, Datum};
use super::depth::Depth;
use super::fixpoint::{Threads, settle};
use super::graph::{Stopped, What};
use super::lowered::Lowered;
use super::stamps::Excluded;
use super::walk::{Past, Walk};

/// An access of a cell in a run: the thread, and the how manieth of its own, from 1 on.
pub type Turn = (usize, usize);

/// Where a read has its value from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// What was there at the start.
    Start,
    /// A write.
    Write(Turn),
}

/// An access of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    /// The function and the instruction.
    place: (usize, usize),
    /// The first address of the cell.
    address: u64,
    /// Where what is read comes from; nothing where nothing is read.
    source: Option<Source>,
}

/// Who reads from whom in a run: for each thread its accesses of cells, in their order.
#[derive(Debug, Clone, Default)]
pub struct Run {
    steps: Vec<Vec<Step>>,
}

impl Run {
    /// That of an execution.
    #[must_use]
    pub fn of(setup: &Setup, lowered: &Lowered, execution: &Execution) -> Self {
        let mut turns: BTreeMap<EventId, Turn> = BTreeMap::new();
        let mut counts = vec![0; setup.threads.len()];
        let accesses: Vec<_> = execution
            .events
            .keys()
            .filter_map(|event| {
                let told = lowered.told.get(event.0).copied().flatten()?;
                Some((*event, told, told.cell?))
            })
            .collect();
        // The events of a thread are in its order.
        for (event, told, _) in &accesses {
            counts[told.thread] += 1;
            turns.insert(*event, (told.thread, counts[told.thread]));
        }
        let mut steps = vec![Vec::new(); setup.threads.len()];
        for (event, told, cell) in accesses {
            let source = execution.rf.get(&event);
            let source = source.map(|from| {
                turns
                    .get(from)
                    .map_or(Source::Start, |it| Source::Write(*it))
            });
            steps[told.thread].push(Step {
                place: told.place,
                address: lowered.know.cells[cell].address,
                source,
            });
        }
        Self { steps }
    }

    /// The same where instructions are at other places; nothing where one of them is at none.
    #[must_use]
    pub fn moved(&self, place: impl Fn((usize, usize)) -> Option<(usize, usize)>) -> Option<Self> {
        let mut run = self.clone();
        for step in run.steps.iter_mut().flatten() {
            step.place = place(step.place)?;
        }
        Some(run)
    }
}

impl Walk<'_, '_> {
    /// What a node finds in a cell along the run that is followed: nothing as long as that is not known, or where the thread has
    /// left the run. Nothing at all where no run is followed.
    #[must_use]
    pub fn along(&self, at: usize, past: &Past, cell: usize) -> Option<Vec<(Datum, Age)>> {
        let run = self.excluded.along.as_ref()?;
        let steps = run.steps.get(self.thread).into_iter().flatten();
        let step = past
            .turn
            .checked_sub(1)
            .and_then(|turn| steps.skip(turn).copied().next());
        let here = (self.graph.nodes[at].place, self.know.cells[cell].address);
        let step = step.filter(|step| (step.place, step.address) == here);
        let datum = step.and_then(|step| match step.source? {
            Source::Start => Some(self.know.first(self.machine.setup, cell)),
            Source::Write(turn) => self.know.written.get(&turn).copied(),
        });
        Some(
            datum
                .map(|datum| (datum, Age::default()))
                .into_iter()
                .collect(),
        )
    }

    /// Counts an access of a cell, where a run is followed.
    pub fn takes_turn(&self, past: &mut Past) {
        past.turn += usize::from(self.excluded.along.is_some());
    }

    /// Keeps what an access of a run writes.
    pub fn writes_along(&mut self, past: &Past, datum: Datum) {
        if self.excluded.along.is_some() {
            let new = self.know.written.insert((self.thread, past.turn), datum);
            self.know.grown |= new != Some(datum);
        }
    }
}

/// The threads of a launch along a run, with all values; nothing where some do not come to their ends.
#[must_use]
pub fn follow(
    setup: &Setup,
    outputs: &[usize],
    shared: &BTreeSet<u64>,
    bound: usize,
    run: Run,
    stop: &Stop,
) -> Option<Threads> {
    let excluded = Excluded::along(setup, run);
    let values = (Depth::of(bound), Values::All);
    let settled = settle(setup, outputs, shared, values, &excluded, stop);
    let (threads, _) = settled.ok()?;
    let exited = threads.graphs.iter().all(|graph| {
        graph.nodes.iter().any(|node| {
            matches!(
                node.what,
                What::Stop {
                    how: Stopped::Exited,
                    ..
                }
            )
        })
    });
    exited.then_some(threads)
}
