//! What the PTX models see of an execution before any order of writes and fences is chosen: a
//! read-modify-write as a read and a write, and which operations are morally strong.

use super::event::{Event, MAX_EVENTS};
use super::graph::Execution;
use super::limits::Exhausted;
use super::matrix::{Matrix, Set, members};
use crate::program::{InstructionKind, Program, ThreadId};
use crate::syntax::ast::{AtomicOp, Fence, Order, Scope};

/// An operation: an event, or half of an atomic.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The event.
    pub event: usize,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it writes.
    pub writes: bool,
}

/// The operations of an execution, and relations on them.
#[derive(Debug)]
pub struct Graph<'a> {
    events: &'a [Event],
    program: &'a Program,
    /// The operations.
    pub nodes: Vec<Node>,
    /// Program order.
    pub po: Matrix,
    /// Reads-from.
    pub rf: Matrix,
    /// From the read of an atomic to its write.
    pub rmw: Matrix,
    /// Address, data and control dependencies.
    pub dep: Matrix,
    /// Morally strong pairs.
    pub strong: Matrix,
}

impl<'a> Graph<'a> {
    /// Splits the atomics of an execution.
    ///
    /// # Errors
    /// When there are too many operations.
    pub fn new(program: &'a Program, execution: &'a Execution) -> Result<Self, Exhausted> {
        let events = execution.events.as_slice();
        let mut nodes = Vec::new();
        for (event, what) in events.iter().enumerate() {
            let node = |reads, writes| Node {
                event,
                reads,
                writes,
            };
            if what.is_read() && what.is_write() {
                nodes.extend([node(true, false), node(false, true)]);
            } else {
                nodes.push(node(what.is_read(), what.is_write()));
            }
        }
        if nodes.len() > MAX_EVENTS {
            return Err(Exhausted);
        }
        let size = nodes.len();
        let mut graph = Self {
            events,
            program,
            po: Matrix::empty(size),
            rf: Matrix::empty(size),
            rmw: Matrix::empty(size),
            dep: Matrix::empty(size),
            strong: Matrix::empty(size),
            nodes,
        };
        graph.relate(execution);
        Ok(graph)
    }

    fn relate(&mut self, execution: &Execution) {
        let nodes = self.nodes.clone();
        let of = |related: &dyn Fn(usize, usize) -> bool| Matrix::of(nodes.len(), related);
        let event = |node: usize| nodes[node].event;
        let halves = |a: usize, b: usize| event(a) == event(b) && a < b;
        self.po = of(&|a, b| execution.po.has(event(a), event(b)) || halves(a, b));
        self.rmw = of(&halves);
        self.rf =
            of(&|a, b| nodes[a].writes && nodes[b].reads && execution.rf.has(event(a), event(b)));
        self.dep = of(&|a, b| {
            let (from, to) = (event(a), event(b));
            let half = self.events[to].is_read() && nodes[b].writes;
            let read_half = self.events[to].is_write() && nodes[b].reads;
            nodes[a].reads
                && (execution.addr.has(from, to)
                    || execution.ctrl.has(from, to)
                    || (execution.data.has(from, to) && !read_half)
                    || (half && halves(a, b) && self.uses_old(to)))
        });
        self.strong = of(&|a, b| {
            a != b
                && (self.po.has(a, b) || self.po.has(b, a) || self.scoped(a, b))
                && !(self.accesses(a) && self.accesses(b) && !self.same_location(a, b))
        });
    }

    /// What a reduction reads is no part of an acquire pattern.
    fn is_reduction(&self, event: usize) -> bool {
        let Event {
            thread,
            instruction,
            ..
        } = self.events[event];
        thread.is_some_and(|thread| {
            let code = &self.program.thread(thread).code;
            code[instruction].kind.is_reduction()
        })
    }

    fn uses_old(&self, event: usize) -> bool {
        let Event {
            thread,
            instruction,
            ..
        } = self.events[event];
        thread.is_some_and(|thread| {
            let code = &self.program.thread(thread).code;
            matches!(code[instruction].kind, InstructionKind::Atomic { op, .. } if op != AtomicOp::Exch)
        })
    }

    /// The event behind a node.
    #[must_use]
    pub fn event(&self, node: usize) -> &Event {
        &self.events[self.nodes[node].event]
    }

    fn accesses(&self, node: usize) -> bool {
        self.nodes[node].reads || self.nodes[node].writes
    }

    /// Two accesses of one location.
    #[must_use]
    pub fn same_location(&self, a: usize, b: usize) -> bool {
        let place = self.event(a).location;
        place.is_some() && place == self.event(b).location
    }

    /// Accesses and fences that are not weak.
    fn is_strong(&self, node: usize) -> bool {
        let event = self.event(node);
        match event.fence {
            Some(fence) => matches!(fence, Fence::Sc(_) | Fence::AcqRel(_)),
            None => event.order != Order::Weak,
        }
    }

    /// Both strong, and the scope of each includes the thread of the other.
    fn scoped(&self, a: usize, b: usize) -> bool {
        let reaches =
            |from: usize, to: usize| match (self.event(from).thread, self.event(to).thread) {
                (Some(own), Some(other)) => self.includes(own, self.event(from).scope, other),
                _ => false,
            };
        self.is_strong(a) && self.is_strong(b) && reaches(a, b) && reaches(b, a)
    }

    fn includes(&self, own: ThreadId, scope: Scope, other: ThreadId) -> bool {
        let (a, b) = (
            self.program.thread(own).placement,
            self.program.thread(other).placement,
        );
        match scope {
            Scope::Sys => true,
            Scope::Gpu => a.gpu == b.gpu,
            Scope::Cta => (a.gpu, a.cta) == (b.gpu, b.cta),
            Scope::Thread | Scope::Warp => own == other,
        }
    }

    fn is_fence(&self, node: usize) -> bool {
        matches!(
            self.event(node).fence,
            Some(Fence::Sc(_) | Fence::AcqRel(_))
        )
    }

    /// The pairs of `fence.sc` that some order must relate.
    #[must_use]
    pub fn fence_pairs(&self) -> Vec<(usize, usize)> {
        let sc = |node: usize| matches!(self.event(node).fence, Some(Fence::Sc(_)));
        self.pairs(|a, b| sc(a) && sc(b) && self.strong.has(a, b))
    }

    /// The pairs of writes that coherence must relate.
    #[must_use]
    pub fn write_pairs(&self) -> Vec<(usize, usize)> {
        let writes = |node: usize| self.nodes[node].writes;
        self.pairs(|a, b| {
            writes(a) && writes(b) && self.same_location(a, b) && self.strong.has(a, b)
        })
    }

    fn pairs(&self, wanted: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let size = self.nodes.len();
        let all = (0..size).flat_map(|b| (0..b).map(move |a| (a, b)));
        all.filter(|&(a, b)| wanted(a, b)).collect()
    }

    /// What reads learn: `any` number of steps past atomics, or one step.
    #[must_use]
    pub fn observations(&self, any: bool) -> Matrix {
        let mut seen = self.rf.filter(|a, b| self.strong.has(a, b));
        if !any {
            return seen;
        }
        loop {
            let longer = seen.then(&self.rmw).then(&seen);
            let before = seen.clone();
            seen.join_if(true, &longer);
            if seen == before {
                return seen;
            }
        }
    }

    /// Releases with the acquires that they synchronize with, given what is observed.
    #[must_use]
    pub fn synchronizes(&self, observed: &Matrix) -> Matrix {
        let size = self.nodes.len();
        let near = |a: usize, b: usize| a == b || (self.po.has(a, b) && self.same_location(a, b));
        let release = Matrix::of(size, |a, b| {
            let publishes = self.nodes[a].writes && self.event(a).releases() && near(a, b);
            let fenced = self.is_fence(a) && self.po.has(a, b);
            self.nodes[b].writes && self.is_strong(b) && (publishes || fenced)
        });
        let sees = |a: usize| self.nodes[a].reads && !self.is_reduction(self.nodes[a].event);
        let acquire = Matrix::of(size, |a, b| {
            let acquired = sees(b) && self.event(b).acquires() && near(a, b);
            let fenced = self.is_fence(b) && self.po.has(a, b);
            sees(a) && self.is_strong(a) && (acquired || fenced)
        });
        let joined = release.then(observed).then(&acquire);
        joined.filter(|a, b| self.strong.has(a, b))
    }

    /// Two accesses that race, by their events, given what is ordered: of one location, one a
    /// write, of which no halves are morally strong or come one after the other.
    #[must_use]
    pub fn race(&self, known: &Matrix) -> Option<(usize, usize)> {
        let size = self.events.len();
        let mut related = Matrix::empty(size);
        let mut conflicting = Matrix::empty(size);
        for a in 0..self.nodes.len() {
            for b in 0..self.nodes.len() {
                let (from, to) = (self.nodes[a].event, self.nodes[b].event);
                if self.strong.has(a, b) || known.has(a, b) {
                    related.add(from, to);
                    related.add(to, from);
                }
                let started = self.event(a).thread.is_some() && self.event(b).thread.is_some();
                let writes = self.nodes[a].writes || self.nodes[b].writes;
                if from < to && started && writes && self.same_location(a, b) {
                    conflicting.add(from, to);
                }
            }
        }
        let mut pairs = (0..size).flat_map(|a| members(conflicting.row(a)).map(move |b| (a, b)));
        pairs.find(|&(a, b)| !related.has(a, b))
    }

    /// The nodes that write to the location of one.
    #[must_use]
    pub fn writes_beside(&self, node: usize) -> Set {
        (0..self.nodes.len())
            .filter(|&other| self.nodes[other].writes && self.same_location(node, other))
            .fold(0, |set, other| set | 1 << other)
    }

    /// Program order with what it relates of one location.
    #[must_use]
    pub fn po_loc(&self) -> Matrix {
        self.po.filter(|a, b| self.same_location(a, b))
    }

    /// From-reads under an order of writes.
    #[must_use]
    pub fn from_reads(&self, co: &Matrix) -> Matrix {
        let mut fr = Matrix::empty(self.nodes.len());
        for write in 0..self.nodes.len() {
            for read in members(self.rf.row(write)) {
                fr.add_row(read, co.row(write));
            }
        }
        fr
    }
}
