//! All that one thread can do.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::kernel::interpret::finding::Gap;
use crate::kernel::interpret::machine::Machine;
use crate::kernel::interpret::state::{Bytes, READS, State, Taint, Thread};
use crate::stop::Stop;

use super::cells::{Datum, Knowledge};
use super::counters::Least;
use super::depth::Depth;
use super::graph::{Edge, Graph, Note};
use super::next::Next;
use super::node::live;
pub use super::past::Past;
use super::stamps::Excluded;

/// More instructions in one go than this are not looked at.
const INSTRUCTIONS: usize = 10_000;

/// What was read for the first elements of an access, and the bits that stand for these reads.
pub type Pending = Vec<Option<(Datum, u32)>>;

/// A thread at a moment, as far as what it does from then on depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The thread.
    pub thread: Arc<Thread>,
    /// Memory that nobody else uses; what cells hold is not in it.
    pub memory: Vec<Arc<Bytes>>,
    /// What was read for the first elements of an access.
    pub pending: Pending,
}

/// What happened on the way to a moment.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    /// The reads that decided where the thread went.
    pub decided: Taint,
    /// The reads that addresses were computed from, of what nobody else notices.
    pub wandered: Taint,
    /// What is to be said.
    pub notes: Vec<Note>,
}

/// Why a thread was not walked to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It can do too much: the thread, function and instruction.
    Large(usize, usize, usize),
    /// Values that are used depend on too many reads.
    Deep(usize, usize, usize),
    /// What others say where it meets them can be too much.
    Many(usize),
    /// It meets others in one order, and they it in another.
    Crossed(usize, usize, usize),
    /// The time is over.
    Time,
}

/// A walk through a thread.
pub struct Walk<'m, 'a> {
    pub machine: &'m mut Machine<'a>,
    pub know: &'m mut Knowledge,
    pub excluded: &'m Excluded,
    pub thread: usize,
    pub depth: Depth<'m>,
    pub graph: Graph,
    pub outputs: &'m [usize],
    pub base: State,
    pub moments: Vec<(Moment, Past)>,
    /// The nodes whose moments and pasts have a hash.
    index: FxHashMap<u64, Vec<usize>>,
    /// The first nodes of each kind that have a hash. A lap in which a counter grew is another one.
    kinds: FxHashMap<u64, Vec<usize>>,
    /// Numbers of moments with a part of their pasts.
    pub stands: FxHashMap<(Moment, Past), usize>,
    /// The nodes behind jumps by what was not expected: one for each place.
    pub cuts: FxHashMap<(usize, usize), usize>,
    /// Of each node, the first of its kind, and the node before it.
    pub before: Vec<(usize, usize)>,
    pub failure: Option<Failure>,
}

impl<'m, 'a> Walk<'m, 'a> {
    /// A walk that has not begun.
    pub fn new(
        machine: &'m mut Machine<'a>,
        know: &'m mut Knowledge,
        excluded: &'m Excluded,
        thread: usize,
        outputs: &'m [usize],
        depth: Depth<'m>,
    ) -> Self {
        let base = machine.start();
        Self {
            machine,
            know,
            excluded,
            thread,
            depth,
            graph: Graph::default(),
            outputs,
            base,
            moments: Vec::new(),
            index: FxHashMap::default(),
            kinds: FxHashMap::default(),
            stands: FxHashMap::default(),
            cuts: FxHashMap::default(),
            before: Vec::new(),
            failure: None,
        }
    }

    /// Goes all ways.
    pub fn run(&mut self, stop: &Stop) {
        let state = self.base.clone();
        let entry = self.arrive(state, Past::default(), usize::MAX, None);
        self.graph.entry = Some(entry);
        let mut at = 0;
        while at < self.graph.nodes.len() && self.failure.is_none() {
            if stop.check().is_err() {
                self.failure = Some(Failure::Time);
                return;
            }
            self.expand(at);
            at += 1;
        }
    }

    /// The state of a moment.
    #[must_use]
    pub fn state(&self, moment: &Moment) -> State {
        let mut state = self.base.clone();
        state.threads[self.thread] = Arc::clone(&moment.thread);
        state.memory.clone_from(&moment.memory);
        state
    }

    /// Lets the thread go on up to what others notice; gives the way there.
    pub fn arrive(
        &mut self,
        mut state: State,
        mut past: Past,
        from: usize,
        on: Option<(Datum, Option<Datum>)>,
    ) -> Edge {
        let mut trail = Trail::default();
        let next = self.settle(&mut state, &mut trail);
        past.unsure.decided(trail.decided);
        // What nobody else uses needs no look at others.
        let leading = next.leading();
        let to = if past.unexpected & trail.decided == 0 {
            self.node(&state, past, vec![None; leading], from, next)
        } else {
            self.cut(&state, past, (from, next))
        };
        Edge {
            on: on.map(|(read, _)| read),
            new: on.and_then(|(_, new)| new),
            also: Vec::new(),
            given: Vec::new(),
            to: Some(to),
            decided: trail.decided & READS,
            wandered: trail.wandered,
            opened: self.machine.opened.take(),
            notes: trail.notes,
            stand: None,
        }
    }

    /// Does what nobody else notices.
    fn settle(&mut self, state: &mut State, trail: &mut Trail) -> Next {
        let mut before = None;
        for count in 0..INSTRUCTIONS {
            match self.next(state) {
                Next::Alone { control } => {
                    let finds = self.hides(state) && self.depth.skips;
                    let found = finds.then(|| self.operation(state));
                    self.machine.hanging.alone = true;
                    self.step(state, control, trail);
                    if let Some(operation) = found {
                        self.finds_alone(state, &operation);
                    }
                    trail.wandered |= self.machine.hanging.on;
                    self.machine.hanging.alone = false;
                }
                next => return next,
            }
            let now = (&state.threads[self.thread], self.machine.changes);
            if count.is_power_of_two() && count >= 32 {
                before = Some((Arc::clone(now.0), now.1));
            } else if before
                .as_ref()
                .is_some_and(|(thread, writes)| (thread, *writes) == now)
            {
                return Next::Spin;
            }
        }
        let place = state.threads[self.thread].frame();
        let (function, at) = place.map_or((0, 0), |frame| (frame.function, frame.at));
        let gap = Gap::Long(self.thread, function, at);
        trail.notes.push(Note::Gap(gap));
        Next::Stop
    }

    /// Does one instruction, and keeps what is to be said of it.
    pub fn step(&mut self, state: &mut State, control: bool, trail: &mut Trail) {
        self.machine.decided = 0;
        self.machine.step(state, self.thread);
        if control {
            trail.decided |= self.machine.decided;
        }
        let found = std::mem::take(&mut self.machine.found);
        let found = found
            .into_iter()
            .map(|(finding, (_, function, at))| Note::Found(finding, function, at));
        trail.notes.extend(found);
        let gaps = std::mem::take(&mut self.machine.gaps);
        trail.notes.extend(gaps.into_iter().map(Note::Gap));
    }

    /// The node of a moment.
    pub fn node(
        &mut self,
        state: &State,
        mut past: Past,
        pending: Pending,
        from: usize,
        next: Next,
    ) -> usize {
        let mut thread = Arc::clone(&state.threads[self.thread]);
        self.machine.forget(Arc::make_mut(&mut thread));
        let moment = Moment {
            thread,
            memory: state.memory.clone(),
            pending,
        };
        let live = live(&moment);
        past.ages.retain(|bit, _| live >> bit & 1 == 1);
        past.unexpected &= live;
        let frame = moment.thread.frame();
        let place = frame.map_or((0, 0), |frame| (frame.function, frame.at));
        let exited = frame.is_none();
        self.forget_counters(moment.thread.frames.len(), place, &mut past);
        // Moments are large: each is hashed once.
        let here = FxBuildHasher.hash_one(&moment);
        let hash = FxBuildHasher.hash_one((here, &past));
        let known = self.index.get(&hash).into_iter().flatten();
        let same = |at: &usize| {
            let (other, before) = &self.moments[*at];
            *before == past && *other == moment
        };
        if let Some(known) = known.copied().find(same) {
            return known;
        }
        let index = self.graph.nodes.len();
        let kind = self.kind(
            FxBuildHasher.hash_one((here, &past.least)),
            index,
            (&moment, &past.least),
        );
        if index >= self.depth.most {
            // Who has exited is nowhere: it came from somewhere.
            let came = self.graph.nodes.get(from).filter(|_| exited);
            let (function, at) = came.map_or(place, |node| node.place);
            self.failure
                .get_or_insert(Failure::Large(self.thread, function, at));
        }
        let beyond = self.is_beyond(kind, place, from);
        let node = self.make(&moment, &past, place, next, beyond);
        self.graph.nodes.push(node);
        self.before.push((kind, from));
        self.moments.push((moment, past));
        self.index.entry(hash).or_default().push(index);
        index
    }

    /// The first node at the same moment, with the same known of counters: this one where there is none before.
    fn kind(&mut self, hash: u64, index: usize, (moment, least): (&Moment, &Least)) -> usize {
        let kinds = self.kinds.entry(hash).or_default();
        let moments = &self.moments;
        let same = |at: &usize| moments[*at].1.least == *least && moments[*at].0 == *moment;
        let known = kinds.iter().copied().find(same);
        known.unwrap_or_else(|| {
            kinds.push(index);
            index
        })
    }
}
