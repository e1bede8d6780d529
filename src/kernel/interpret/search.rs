//! The moments of runs, and how they are looked at one by one: each once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::kernel::setup::memory::Owner;

use super::exploration::{Known, Limits};
use super::finding::{Finding, Gap};
use super::forks::{Item, Work, ways};
use super::later::Later;
use super::machine::Machine;
use super::parts::Parts;
use super::resident::{Apart, Idle};
use super::state::{State, Thread};

pub struct Node {
    pub parent: usize,
    /// The thread that took a step, and what it chose, as [`super::forks`] has it.
    pub by: usize,
    pub ended: bool,
    /// The ways that a value which is not known may send a thread from here; none of a moment.
    pub arms: usize,
}

pub struct Search<'m, 'a> {
    pub machine: &'m mut Machine<'a>,
    pub limits: &'m Limits,
    pub outputs: Vec<usize>,
    pub nodes: Vec<Node>,
    pub before: Vec<Vec<usize>>,
    /// Steps to moments that were known: from which, whose, and to which.
    pub joins: Vec<(usize, usize, usize)>,
    /// By which moment what is left.
    pub outcomes: BTreeMap<Known, usize>,
    /// Bytes of outputs in which some complete run leaves a value that is not known.
    pub loose: BTreeSet<u64>,
    /// Bytes of outputs that some complete run leaves as nobody wrote them: the moment of the first, and the region.
    pub unwritten: BTreeMap<u64, (usize, usize)>,
    /// A finding, the moment before it, and the step that shows it.
    pub shown: BTreeMap<Finding, (usize, Option<usize>)>,
    /// Laps in which a thread changes nothing while some block has not begun.
    pub idle: BTreeSet<Idle>,
    pub apart: Apart,
    /// The first moment.
    pub start: Option<Arc<State>>,
    /// Who waits for ever in the run that shows a deadlock, and at which instruction of which function.
    pub waiting: Vec<(usize, (usize, usize))>,
    /// Where only one step leads from a moment, a moment that such steps lead to.
    only: FxHashMap<usize, usize>,
    /// Threads whose next steps end their runs, where runs are followed by their races.
    pub(super) ending: FxHashSet<Arc<Thread>>,
    /// What moments share.
    pub(super) parts: Parts,
}

pub const ROOT: usize = 0;

/// More moments are not looked at where some thread is not followed to its end: nothing is proven any more.
const PARKED: usize = 2000;

impl<'m, 'a> Search<'m, 'a> {
    pub(super) fn new(machine: &'m mut Machine<'a>, limits: &'m Limits) -> Self {
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
            joins: Vec::new(),
            outcomes: BTreeMap::new(),
            loose: BTreeSet::new(),
            unwritten: BTreeMap::new(),
            shown: BTreeMap::new(),
            idle: BTreeSet::new(),
            apart: Apart::default(),
            start: None,
            waiting: Vec::new(),
            only: FxHashMap::default(),
            ending: FxHashSet::default(),
            parts: Parts::default(),
        }
    }

    pub(super) fn first(&mut self) -> State {
        let mut state = self.machine.start();
        self.settle(&mut state);
        state
    }

    /// Looks at each moment that some order of steps leads to.
    pub(super) fn by_moments(&mut self, mut later: Later) {
        let state = Arc::new(self.first());
        self.start = Some(Arc::clone(&state));
        let mut known: FxHashMap<Arc<State>, usize> = FxHashMap::default();
        known.insert(Arc::clone(&state), ROOT);
        self.add(&state, ROOT, usize::MAX);
        self.note(ROOT, None);
        let mut work = Work::from((ROOT, state));
        while let Some(item) = work.take_next() {
            if self.limits.stop.check().is_err() {
                self.machine.gaps.insert(Gap::Time);
                return;
            }
            let state = Arc::clone(&item.state);
            let first = later.first(self.machine, &state, |thread| {
                self.is_ready(&state, thread) && self.may_be_first(&state, thread)
            });
            let others = (0..state.threads.len()).filter(|thread| Some(*thread) != first);
            let mut forks = false;
            for thread in first.into_iter().chain(others) {
                if state.over || !self.is_ready(&state, thread) {
                    continue;
                }
                let fork = self.machine.forks(&state, thread);
                if fork != item.forks {
                    forks |= fork;
                    continue;
                }
                if let Some(frame) = state.threads[thread].frame() {
                    self.machine.reached.insert((frame.function, frame.at));
                }
                let Some(to) = self.onward(&item, thread, &mut known, &mut work) else {
                    return;
                };
                if Some(thread) == first && !self.leads_back(to, item.node) {
                    self.only.insert(item.node, to);
                    forks = false;
                    break;
                }
            }
            if forks {
                work.fork(item);
            }
        }
        self.stuck(&known);
    }

    /// Whether from one moment nothing but single steps that come first leads to another: in such a circle the other threads
    /// would be put off for ever.
    fn leads_back(&mut self, from: usize, to: usize) -> bool {
        // They make trees, and where several steps lead from is a root, as that is still: ways to it are made shorter
        // (Tarjan and van Leeuwen, *Worst-case Analysis of Set Union Algorithms*, 1984).
        let mut at = from;
        while let Some(&next) = self.only.get(&at) {
            let Some(&after) = self.only.get(&next) else {
                return next == to;
            };
            self.only.insert(at, after);
            at = after;
        }
        at == to
    }

    /// Lets a thread take its next step, each way that it can; the moment that it leads to, and nothing where there are
    /// too many of them.
    fn onward(
        &mut self,
        item: &Item,
        thread: usize,
        known: &mut FxHashMap<Arc<State>, usize>,
        work: &mut Work,
    ) -> Option<usize> {
        let mut to = item.node;
        let ways = ways(thread, item.forks);
        let node = if ways.len() > 1 {
            self.fork(item.node, ways.len())
        } else {
            item.node
        };
        for by in ways {
            let mut next = (*item.state).clone();
            self.take(&mut next, by);
            self.note(node, Some(by));
            if let Some(&seen) = known.get(&next) {
                self.waits_in(item, thread, seen);
                self.before[seen].push(node);
                self.join(node, by, seen);
                to = seen;
                continue;
            }
            if self.nodes.len() >= PARKED && self.machine.parks() {
                return None;
            }
            if self.nodes.len() >= self.limits.states {
                self.machine.gaps.insert(Gap::Orders);
                return None;
            }
            self.parts.share(&mut next);
            let next = Arc::new(next);
            let index = self.nodes.len();
            known.insert(Arc::clone(&next), index);
            self.add(&next, node, by);
            work.add(index, next);
            to = index;
        }
        Some(to)
    }

    /// Remembers by which step something wrong was first seen.
    pub(super) fn note(&mut self, node: usize, by: Option<usize>) {
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
}
