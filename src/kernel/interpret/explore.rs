//! All orders of a launch's instructions, as far as they can differ.
//!
//! Only accesses to bytes that one thread writes and another uses are put in every order. Which bytes
//! these are is found by exploring: as long as an exploration sees more of them, it is done again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::Owner;
use crate::stop::Stop;

use super::finding::{Finding, Gap};
use super::machine::{Event, Machine};
use super::state::{LOOSE, State, Status, UNINITIALISED};

/// How far an exploration goes.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Moments.
    pub states: usize,
    /// Instructions of a thread between two that others can notice.
    pub instructions: usize,
    /// When to give up.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 150_000,
            instructions: 10_000,
            stop: Stop::never(),
        }
    }
}

/// What a complete run leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The bytes of each output, by output.
    pub contents: Vec<Vec<u8>>,
    /// The threads that take a step, in order.
    pub schedule: Vec<usize>,
}

/// Something wrong, with a run that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The thread.
    pub thread: usize,
    /// The function, and the instruction in it.
    pub place: (usize, usize),
    /// The threads that take a step, in order.
    pub schedule: Vec<usize>,
}

/// What all orders come to.
#[derive(Debug, Clone)]
pub struct Exploration {
    /// The regions whose contents are kept.
    pub outputs: Vec<usize>,
    /// What complete runs leave, each contents once.
    pub outcomes: Vec<Outcome>,
    /// What is wrong.
    pub found: BTreeMap<Finding, Found>,
    /// Why that is not all; nothing where it is.
    pub gaps: BTreeSet<Gap>,
    /// Moments that were seen.
    pub states: usize,
    /// Bytes that one thread writes and another uses.
    pub contended: BTreeSet<u64>,
    /// Bytes that some thread writes.
    pub written: BTreeSet<u64>,
    /// Some branch or address depends on what other threads may change.
    pub dependent: bool,
    /// Instructions that some run reaches, as (function, index).
    pub reached: BTreeSet<(usize, usize)>,
}

impl Exploration {
    /// Whether nothing is missing.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.gaps.is_empty()
    }
}

/// Explores a launch.
#[must_use]
pub fn explore(setup: &Setup, limits: &Limits) -> Exploration {
    let mut contended = BTreeSet::new();
    loop {
        let mut machine = Machine::new(setup);
        machine.contended.clone_from(&contended);
        let mut search = Search::new(&mut machine, limits);
        search.run();
        let exploration = search.finish();
        let seen = machine.contention();
        if seen.is_subset(&contended) || exploration.gaps.contains(&Gap::Time) {
            return exploration;
        }
        contended.extend(seen);
    }
}

/// What happens when threads take steps in this order.
#[must_use]
pub fn replay(
    setup: &Setup,
    contended: &BTreeSet<u64>,
    schedule: &[usize],
    limits: &Limits,
) -> Vec<Event> {
    let mut machine = Machine::new(setup);
    machine.contended.clone_from(contended);
    machine.telling = true;
    let mut search = Search::new(&mut machine, limits);
    let mut state = search.first();
    for &thread in schedule {
        if state.over {
            break;
        }
        search.machine.step(&mut state, thread);
        search.settle(&mut state);
    }
    std::mem::take(&mut machine.events)
}

struct Node {
    parent: usize,
    by: usize,
    ended: bool,
}

struct Search<'m, 'a> {
    machine: &'m mut Machine<'a>,
    limits: &'m Limits,
    outputs: Vec<usize>,
    nodes: Vec<Node>,
    before: Vec<Vec<usize>>,
    outcomes: BTreeMap<Vec<Vec<u8>>, usize>,
    /// A finding, the moment before it, and the step that shows it.
    shown: BTreeMap<Finding, (usize, Option<usize>)>,
}

const ROOT: usize = 0;

impl<'m, 'a> Search<'m, 'a> {
    fn new(machine: &'m mut Machine<'a>, limits: &'m Limits) -> Self {
        let outputs = if machine.setup.outputs.is_empty() {
            let regions = machine.setup.regions.iter().enumerate();
            let buffers = regions.filter(|(_, region)| matches!(region.owner, Owner::Buffer(_)));
            buffers.map(|(at, _)| at).collect()
        } else {
            machine.setup.outputs.clone()
        };
        Self {
            machine,
            limits,
            outputs,
            nodes: Vec::new(),
            before: Vec::new(),
            outcomes: BTreeMap::new(),
            shown: BTreeMap::new(),
        }
    }

    fn first(&mut self) -> State {
        let mut state = self.machine.start();
        self.settle(&mut state);
        state
    }

    /// Lets every thread go on up to what others can notice.
    fn settle(&mut self, state: &mut State) {
        loop {
            let mut moved = false;
            for thread in 0..state.threads.len() {
                moved |= self.settle_one(state, thread);
                if state.over {
                    return;
                }
            }
            // A barrier may have let others go on.
            if !moved {
                break;
            }
        }
        for thread in &mut state.threads {
            self.machine.forget(Arc::make_mut(thread));
        }
    }

    fn settle_one(&mut self, state: &mut State, thread: usize) -> bool {
        let mut moved = false;
        let mut snapshot = None;
        for count in 0..self.limits.instructions {
            if state.over || !self.is_ready(state, thread) || self.machine.is_visible(state, thread)
            {
                return moved;
            }
            moved = true;
            if let Some(frame) = state.threads[thread].frame() {
                self.machine.reached.insert((frame.function, frame.at));
            }
            self.machine.step(state, thread);
            // A thread that comes back to where it was will do so for ever.
            if count.is_power_of_two() && count >= 32 {
                snapshot = Some((Arc::clone(&state.threads[thread]), self.machine.writes));
            } else if let Some((before, writes)) = &snapshot
                && *writes == self.machine.writes
                && *before == state.threads[thread]
                && before.status == Status::Ready
            {
                Arc::make_mut(&mut state.threads[thread]).status = Status::Spinning;
                return true;
            }
        }
        self.machine.gaps.insert(Gap::Long(thread));
        state.over = true;
        moved
    }

    fn is_ready(&self, state: &State, thread: usize) -> bool {
        let it = self.machine.setup.threads[thread];
        let after = &self.machine.setup.launches[it.launch].after;
        state.threads[thread].status == Status::Ready
            && (after.is_empty()
                || self
                    .machine
                    .setup
                    .threads
                    .iter()
                    .zip(&state.threads)
                    .all(|(other, state)| {
                        !after.contains(&other.launch) || state.status == Status::Exited
                    }))
    }

    fn run(&mut self) {
        let state = Arc::new(self.first());
        let mut known: FxHashMap<Arc<State>, usize> = FxHashMap::default();
        known.insert(Arc::clone(&state), ROOT);
        self.add(&state, ROOT, usize::MAX);
        self.note(ROOT, None);
        let mut work = vec![(ROOT, state)];
        while let Some((node, state)) = work.pop() {
            if self.limits.stop.check().is_err() {
                self.machine.gaps.insert(Gap::Time);
                return;
            }
            for thread in 0..state.threads.len() {
                if state.over || !self.is_ready(&state, thread) {
                    continue;
                }
                if let Some(frame) = state.threads[thread].frame() {
                    self.machine.reached.insert((frame.function, frame.at));
                }
                let mut next = (*state).clone();
                self.machine.step(&mut next, thread);
                if !next.over {
                    self.settle(&mut next);
                }
                self.note(node, Some(thread));
                if let Some(&seen) = known.get(&next) {
                    self.before[seen].push(node);
                    continue;
                }
                if self.nodes.len() >= self.limits.states {
                    self.machine.gaps.insert(Gap::Orders);
                    return;
                }
                let next = Arc::new(next);
                let index = self.nodes.len();
                known.insert(Arc::clone(&next), index);
                self.add(&next, node, thread);
                work.push((index, next));
            }
        }
        self.stuck();
    }

    /// Remembers by which step something wrong was first seen.
    fn note(&mut self, node: usize, by: Option<usize>) {
        if self.machine.found.len() == self.shown.len() {
            return;
        }
        let new: Vec<Finding> = self
            .machine
            .found
            .keys()
            .filter(|one| !self.shown.contains_key(one))
            .cloned()
            .collect();
        for finding in new {
            self.shown.insert(finding, (node, by));
        }
    }

    /// Adds a moment, and looks whether the run has ended with it.
    fn add(&mut self, state: &State, parent: usize, by: usize) {
        let index = self.nodes.len();
        let exited = state
            .threads
            .iter()
            .all(|thread| thread.status == Status::Exited);
        self.nodes.push(Node {
            parent,
            by,
            ended: exited || state.over,
        });
        self.before.push(if index == ROOT {
            Vec::new()
        } else {
            vec![parent]
        });
        if exited && !state.over {
            self.complete(state, index);
            return;
        }
        if state.over || (0..state.threads.len()).any(|thread| self.is_ready(state, thread)) {
            return;
        }
        self.blocked(state, index);
    }

    /// Nobody can go on.
    fn blocked(&mut self, state: &State, index: usize) {
        let waiting = state
            .threads
            .iter()
            .position(|thread| thread.status != Status::Exited);
        let collective = state
            .threads
            .iter()
            .position(|thread| matches!(thread.status, Status::Collective { .. }));
        if let Some(thread) = collective
            && let Some(frame) = state.threads[thread].frame()
        {
            self.machine
                .gaps
                .insert(Gap::Unmatched(frame.function, frame.at));
            return;
        }
        if let Some(thread) = waiting {
            self.machine.find(Finding::Deadlock, thread, state);
            self.shown.entry(Finding::Deadlock).or_insert((index, None));
        }
    }

    fn complete(&mut self, state: &State, index: usize) {
        let contents = self
            .outputs
            .iter()
            .map(|&region| state.memory[region].bytes.clone());
        self.outcomes.entry(contents.collect()).or_insert(index);
        for &region in &self.outputs {
            let base = self.machine.setup.regions[region].base;
            for (address, &taint) in (base..).zip(&state.memory[region].taint) {
                let written = self
                    .machine
                    .users
                    .get(&address)
                    .is_some_and(|users| users.writers != 0);
                if taint & UNINITIALISED != 0 && written {
                    let finding = Finding::UninitialisedOutput(region);
                    self.machine
                        .found
                        .entry(finding.clone())
                        .or_insert((usize::MAX, 0, 0));
                    self.shown.entry(finding).or_insert((index, None));
                }
                if taint & LOOSE != 0 {
                    self.machine.gaps.insert(Gap::Loose(usize::MAX, region));
                }
            }
        }
    }

    /// Moments from which no run ends: threads that go round for ever.
    fn stuck(&mut self) {
        let mut ends = vec![false; self.nodes.len()];
        let mut work: Vec<usize> = (0..self.nodes.len())
            .filter(|&at| self.nodes[at].ended)
            .collect();
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut ends[at], true) {
                work.extend(self.before[at].iter().copied());
            }
        }
        let Some(first) = ends.iter().position(|ended| !ended) else {
            return;
        };
        if !self.machine.found.contains_key(&Finding::Deadlock) && self.machine.gaps.is_empty() {
            self.machine
                .found
                .insert(Finding::Deadlock, (usize::MAX, 0, 0));
            self.shown.insert(Finding::Deadlock, (first, None));
        }
    }

    fn schedule(&self, node: usize, last: Option<usize>) -> Vec<usize> {
        let mut steps: Vec<usize> = last.into_iter().collect();
        let mut at = node;
        while at != ROOT {
            steps.push(self.nodes[at].by);
            at = self.nodes[at].parent;
        }
        steps.reverse();
        steps
    }

    fn finish(self) -> Exploration {
        let incoherent = self.machine.incoherent.iter().find(|(byte, _)| {
            self.machine
                .users
                .get(byte)
                .is_some_and(|users| users.writers != 0)
        });
        let incoherent = incoherent.map(|(byte, at)| (*byte, *at));
        let mut found: BTreeMap<Finding, Found> = BTreeMap::new();
        for (finding, &(thread, function, at)) in &self.machine.found {
            let (node, by) = self.shown.get(finding).copied().unwrap_or((ROOT, None));
            let place = Found {
                thread,
                place: (function, at),
                schedule: self.schedule(node, by),
            };
            found.insert(finding.clone(), place);
        }
        if let Some((byte, (thread, function, at))) = incoherent {
            found.entry(Finding::NonCoherent(byte)).or_insert(Found {
                thread,
                place: (function, at),
                schedule: Vec::new(),
            });
        }
        let outcomes = self.outcomes.iter().map(|(contents, &node)| Outcome {
            contents: contents.clone(),
            schedule: self.schedule(node, None),
        });
        let written = self
            .machine
            .users
            .iter()
            .filter(|(_, users)| users.writers != 0);
        Exploration {
            outcomes: outcomes.collect(),
            found,
            gaps: self.machine.gaps.clone(),
            states: self.nodes.len(),
            contended: self.machine.contended.clone(),
            written: written.map(|(byte, _)| *byte).collect(),
            dependent: self.machine.dependent,
            reached: self.machine.reached.clone(),
            outputs: self.outputs,
        }
    }
}
