//! Threads made into events side by side: where they meet, each goes on from what the others say.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::axiomatic::demand::Lasting;
use crate::program::symbolic::{EventId, FALSE, GuardId};
use crate::stop::Stop;

use super::emit::Emitter;
use super::end::written;
use super::ending::End;
use super::graph::{Graph, Meet, Node, Note, Stopped, What};
use super::laps::{Here as Place, Step, without_laps};
use super::meetings::Meeting;
use super::walk::Failure;
use super::ways::{Here, Way};

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Not begun.
    Ahead,
    /// The thread has come there, and waits for others.
    Come,
    /// It has gone on.
    Done,
}

/// A thread being made into events.
pub struct Progress<'g> {
    pub graph: &'g Graph,
    pub thread: usize,
    /// The bytes of outputs that it alone writes.
    pub own: Vec<(usize, usize)>,
    pub steps: Vec<Step>,
    /// The steps before each.
    pub before: Vec<Vec<usize>>,
    ways: Vec<Vec<Way>>,
    stages: Vec<Stage>,
    /// Where a thread waits for others: what is known, and the event there.
    waiting: BTreeMap<usize, (Here, Option<EventId>, GuardId)>,
    pub events: Vec<Option<EventId>>,
    /// The first event of the access that each step is an element of.
    pub accesses: Vec<Option<usize>>,
    pub notes: BTreeMap<Note, GuardId>,
    pub end: End,
}

/// A read, and how often its thread came to each place where threads meet before it.
#[derive(Debug, Clone)]
pub struct Passed {
    pub thread: usize,
    pub cell: usize,
    pub read: Lasting,
    pub rounds: Arc<BTreeMap<Meeting, u32>>,
}

impl<'g> Progress<'g> {
    /// A thread whose first event is not made.
    pub fn new(
        graph: &'g Graph,
        thread: usize,
        own: Vec<(usize, usize)>,
        (bound, idle): (usize, usize),
        begins: GuardId,
    ) -> Self {
        let steps = without_laps(graph, bound, idle);
        let count = steps.len();
        let mut before = vec![Vec::new(); count];
        for (at, step) in steps.iter().enumerate() {
            for to in step.ways.iter().flatten() {
                if !before[*to].contains(&at) {
                    before[*to].push(at);
                }
            }
        }
        let mut ways: Vec<Vec<Way>> = (0..count).map(|_| Vec::new()).collect();
        let mut notes = BTreeMap::new();
        if let (Some(entry), Some(first)) = (&graph.entry, ways.first_mut()) {
            first.push(Way {
                guard: begins,
                reads: BTreeMap::new(),
                decided: BTreeMap::new(),
            });
            for note in &entry.notes {
                notes.insert(note.clone(), begins);
            }
        }
        Self {
            graph,
            thread,
            own,
            steps,
            before,
            ways,
            stages: vec![Stage::Ahead; count],
            waiting: BTreeMap::new(),
            events: vec![None; count],
            accesses: vec![None; count],
            notes,
            end: End::default(),
        }
    }

    pub fn node(&self, at: usize) -> Option<&'g Node> {
        match self.steps[at].node {
            Place::Node(node) => Some(&self.graph.nodes[node]),
            Place::Beyond | Place::Round(_) => None,
        }
    }

    /// Where a lap begins, or what leads to where it is left out.
    fn lap(&self, head: Option<usize>, at: usize) -> Option<(usize, usize)> {
        let step = head.or_else(|| self.before[at].first().copied())?;
        self.node(step).map(|node| node.place)
    }

    fn meet(&self, at: usize) -> Option<&'g Meet> {
        match self.node(at).map(|node| &node.what) {
            Some(What::Meet(meet)) => Some(meet),
            Some(
                What::Read { .. }
                | What::Write { .. }
                | What::Update { .. }
                | What::Fence { .. }
                | What::Gather(_)
                | What::Choose
                | What::Stop { .. },
            )
            | None => None,
        }
    }

    fn is_ready(&self, at: usize) -> bool {
        self.stages[at] == Stage::Ahead
            && self.before[at]
                .iter()
                .all(|&one| self.stages[one] == Stage::Done)
    }
}

impl Emitter<'_> {
    /// Makes events of all threads.
    pub fn all(&mut self, threads: &mut [Progress], stop: &Stop) -> Result<(), Failure> {
        for progress in threads.iter() {
            for at in 0..progress.steps.len() {
                if let Some(meet) = progress.meet(at) {
                    let name = self.know.name(meet.with, meet.round);
                    *self.expected.entry((name, progress.thread)).or_default() += 1;
                    self.exchanges |= meet.hears || !meet.orders;
                }
            }
        }
        loop {
            let mut moved = false;
            for progress in threads.iter_mut() {
                for at in 0..progress.steps.len() {
                    if progress.is_ready(at) {
                        stop.check().map_err(|_| Failure::Time)?;
                        self.arrive(progress, at);
                        moved = true;
                    }
                    if progress.stages[at] == Stage::Come && self.heard(progress, at) {
                        self.depart(progress, at);
                        moved = true;
                    }
                }
            }
            if !moved {
                break;
            }
        }
        self.weigh(threads);
        let stuck = threads.iter().find_map(|progress| {
            let at = progress.stages.iter().position(|one| *one != Stage::Done)?;
            let place = progress.node(at).map_or((0, 0), |node| node.place);
            Some(Failure::Crossed(progress.thread, place.0, place.1))
        });
        stuck.map_or(Ok(()), Err)
    }

    /// Whether all that a thread waits for is known.
    fn heard(&self, progress: &Progress, at: usize) -> bool {
        let Some(meet) = progress.meet(at) else {
            return true;
        };
        if meet.arrives || !self.exchanges {
            return true;
        }
        let name = self.know.name(meet.with, meet.round);
        let party = self.know.party(self.setup, progress.thread, meet.with);
        let others = party.into_iter().flatten();
        let mut left = others
            .filter(|other| *other != progress.thread)
            .map(|other| {
                let left = self.expected.get(&(name, other));
                left.copied().unwrap_or(0)
            });
        left.all(|left| left == 0)
    }

    fn arrive(&mut self, progress: &mut Progress, at: usize) {
        let here = self.meet(std::mem::take(&mut progress.ways[at]));
        let guard = here.guard.unwrap_or(FALSE);
        progress.stages[at] = Stage::Done;
        let node = match progress.steps[at].node {
            Place::Node(node) => &progress.graph.nodes[node],
            Place::Beyond => {
                let end = &mut progress.end;
                end.truncated = self.out.symbolic.or(end.truncated, guard);
                return;
            }
            Place::Round(head) => {
                let reads = head.map(|head| self.reads(progress, head, at));
                let place = progress.lap(head, at);
                self.stay(&mut progress.end, guard, place, reads);
                return;
            }
        };
        for note in &node.notes {
            self.note(&mut progress.notes, note, guard);
        }
        if let What::Stop { how, finals } = &node.what {
            let bytes = written(finals, &progress.own);
            if *how == Stopped::Exited {
                self.exit(progress.thread, node, &here, guard);
            }
            let how = (*how, node.place);
            self.stop(&mut progress.end, how, bytes, guard);
            return;
        }
        let thread = progress.thread;
        if let What::Gather(_) | What::Choose = &node.what {
            let mut here = here;
            if let What::Gather(groups) = &node.what {
                self.gather(thread, node, &mut here, groups);
            } else {
                self.fork(thread, &mut here);
            }
            progress.stages[at] = Stage::Come;
            progress.waiting.insert(at, (here, None, guard));
            return;
        }
        let goes = self.come(&mut progress.end, thread, node, guard);
        self.say(thread, node, &here, (guard, goes));
        let silent = matches!(node.what, What::Meet(Meet { orders: false, .. }));
        let kept = self.there(thread, node, &here, goes);
        let first = self.out.events.len();
        let access = self.access(progress, at, node, guard);
        progress.accesses[at] = Some(access);
        let event = (!silent).then(|| self.event((thread, Some(access)), node, &here, kept));
        progress.events[at] = event;
        if let Some(event) = event {
            self.lose((thread, event), node, &here, (goes, kept));
            self.part((thread, access), node, event);
            self.complete(progress, at, event, goes);
        }
        self.behind(first, thread, &node.rounds);
        if let (Some(event), Some(cell)) = (event, node.what.read()) {
            self.passed.push(Passed {
                thread,
                cell,
                read: Lasting {
                    read: event,
                    through: self.know.strong(cell),
                },
                rounds: Arc::clone(&node.rounds),
            });
        }
        progress.stages[at] = Stage::Come;
        progress.waiting.insert(at, (here, event, goes));
    }

    fn depart(&mut self, progress: &mut Progress, at: usize) {
        progress.stages[at] = Stage::Done;
        let Some((mut here, event, guard)) = progress.waiting.remove(&at) else {
            return;
        };
        let Some(node) = progress.node(at) else {
            return;
        };
        if let What::Meet(meet) = &node.what {
            self.listen(progress.thread, node, meet, &mut here);
            self.lead(progress.thread, node, meet, here.guard.unwrap_or(FALSE));
        }
        let step = progress.steps[at].clone();
        self.ways(
            (node, progress.thread),
            &step,
            (event, guard),
            &here,
            &mut progress.ways,
            &mut progress.notes,
        );
    }
}
