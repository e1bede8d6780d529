//! The machine, one random move a step.

use std::sync::Arc;

use crate::drf::config::Config;
use crate::drf::coverage::Coverage;
use crate::drf::device::{Device, Kind, Offer, Request, Response, Step};
use crate::drf::number::small;
use crate::drf::rng::{Rng, Stream};
use crate::program::{LocationId, ThreadId};
use crate::syntax::ast::{Arithmetic, AtomicOp, Scope, Type, TypeKind};
use crate::ugpu::machine::expr::Mask;
use crate::ugpu::machine::layout::Layout;
use crate::ugpu::machine::path::{Op, OpKind};
use crate::ugpu::machine::state::{Cell, State};
use crate::ugpu::machine::steps::{Machine, Move, waits};
use crate::ugpu::machine::{Bend, Bends, Model};

use super::queue::Queue;

/// Words have 32 bits.
const WORD: Type = Type {
    kind: TypeKind::Unsigned,
    bits: 32,
};

/// A thread has so many operations at most that are not forgotten: then all of them have to be done first. (64 is the most that
/// the machine can have.)
const OPS: usize = 56;

/// Of the locations that its episode stored so many are remembered, where a bent fence looks at them.
const STORED: usize = 40;

/// So many operations of 1000 are held back.
const HELD: u32 = 50;

/// So many steps of 1000 share a cell, if the one that is drawn has something to share.
const SHARES: u32 = 200;

/// A load that could borrow does in so many of 1000 cases.
const BORROWS: u32 = 500;

/// The device.
#[derive(Debug, Clone)]
pub struct Ugpu {
    model: Model,
    bends: Bends,
    layout: Arc<Layout>,
    state: State,
    threads: Vec<Queue>,
    waits: Vec<Vec<Mask>>,
    rng: Rng,
    hold: u32,
    clock: u64,
    coverage: Coverage,
    /// What can happen now, made anew each step.
    ready: Vec<(usize, usize)>,
}

impl Ugpu {
    /// A machine for the threads and words of a run. One operation in twenty is held back, up to `hold` steps.
    #[must_use]
    pub fn new(config: &Config, model: Model, bends: Bends, hold: u32) -> Self {
        let threads = config.threads.all() as usize;
        let blocks: Vec<u32> = (0..config.threads.all())
            .map(|thread| config.threads.unit(thread))
            .collect();
        let words = (config.locks + config.variables) as usize;
        let layout = Arc::new(Layout::of(&blocks, words, model));
        let cells = vec![Cell::shared(0); layout.views() * words];
        Self {
            model,
            bends,
            layout,
            state: State {
                done: vec![0; threads],
                reads: vec![Vec::new(); threads],
                borrowed: vec![0; threads],
                cells,
                memory: vec![0; words],
            },
            threads: vec![Queue::new(); threads],
            waits: vec![Vec::new(); threads],
            rng: Rng::new(config.seed, Stream::Device),
            hold,
            clock: 0,
            coverage: Coverage::new(&[]),
            ready: Vec::new(),
        }
    }

    fn is_done(&self, thread: usize) -> bool {
        self.state.done[thread].count_ones() as usize == self.threads[thread].path.ops.len()
    }

    /// A thread has done all: its operations are forgotten, and what they left in the cells stays. With the bend that fences share
    /// only what their own thread stores, the stores of its episode are kept, as done.
    fn forget(&mut self, thread: usize, begins: bool) {
        let old = std::mem::replace(&mut self.threads[thread], Queue::new());
        self.waits[thread].clear();
        self.state.done[thread] = 0;
        self.state.borrowed[thread] = 0;
        self.state.reads[thread].clear();
        if begins || !self.bends.has(Bend::StrongFenceSharesOwnOnly) {
            return;
        }
        let stores = old.path.ops.into_iter().filter(|op| !op.is_load());
        let mut stored: Vec<LocationId> = stores.filter_map(|op| op.location).collect();
        stored.sort_unstable();
        stored.dedup();
        for (index, location) in stored.into_iter().take(STORED).enumerate() {
            let value = self.threads[thread].path.arena.constant(0);
            let word = small(location.0);
            self.add(thread, OpKind::Store(value), Some(word), None);
            self.state.done[thread] |= 1 << index;
        }
    }

    fn add(&mut self, thread: usize, kind: OpKind, word: Option<u32>, tag: Option<u32>) {
        let queue = &mut self.threads[thread];
        let index = queue.path.ops.len();
        queue.path.ops.push(Op {
            instruction: index,
            kind,
            location: word.map(|word| LocationId(word as usize)),
            operands: 0,
            branches: 0,
        });
        queue.tags.push(tag);
        let held = if self.hold > 0 && self.rng.chance(HELD) {
            self.clock + u64::from(self.rng.below(self.hold)) + 1
        } else {
            0
        };
        queue.held.push(held);
        self.waits[thread].push(waits(self.model, self.bends, &queue.path, index));
        self.state.reads[thread].push(0);
    }

    fn update(&mut self, thread: usize, request: &Request, scope: Scope) {
        let one = self.threads[thread].path.arena.constant(1);
        let kind = OpKind::Update {
            op: AtomicOp::Arithmetic(Arithmetic::Add),
            operands: vec![one],
            ty: WORD,
            scope,
        };
        self.add(thread, kind, Some(request.word), Some(request.tag));
    }

    /// Lists what can happen now; what is held back only if there is nothing else.
    fn list(&mut self) {
        self.ready.clear();
        let mut held = Vec::new();
        for (thread, queue) in self.threads.iter().enumerate() {
            let done = self.state.done[thread];
            for (op, waits) in self.waits[thread].iter().enumerate() {
                if done & 1 << op == 0 && waits & !done == 0 {
                    if queue.held[op] > self.clock {
                        held.push((thread, op));
                    } else {
                        self.ready.push((thread, op));
                    }
                }
            }
        }
        if self.ready.is_empty() {
            self.ready = held;
        }
    }

    /// Some move, if there is one.
    fn draw(&mut self, machine: &Machine<'_>) -> Option<Move> {
        if self.rng.chance(SHARES) {
            let view = self.rng.below(small(self.layout.views()));
            let word = self.rng.below(small(self.layout.locations()));
            let share = Move::Share(view as usize, LocationId(word as usize));
            if machine.enabled(&self.state, share) {
                return Some(share);
            }
        }
        let count = small(self.ready.len());
        if count == 0 {
            return None;
        }
        let (thread, op) = self.ready[self.rng.below(count) as usize];
        let lender = ThreadId(self.rng.below(small(self.layout.threads())) as usize);
        let borrow = Move::Borrow(ThreadId(thread), op, lender);
        if machine.enabled(&self.state, borrow) && self.rng.chance(BORROWS) {
            return Some(borrow);
        }
        Some(Move::Execute(ThreadId(thread), op))
    }

    /// The answer to the request that an operation was, if it is the one that answers.
    fn answer(&self, step: Move) -> Option<Response> {
        let (Move::Execute(thread, op) | Move::Borrow(thread, op, _)) = step else {
            return None;
        };
        let queue = &self.threads[thread.0];
        let tag = queue.tags[op]?;
        let read = self.state.reads[thread.0][op];
        let value = match queue.path.ops[op].kind {
            OpKind::Load(_) | OpKind::Update { .. } => Some(word(read)),
            OpKind::Store(_) | OpKind::Fence(_) => None,
        };
        Some(Response { tag, value })
    }
}

/// What was read, as a word.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "only words are stored, and what is added to one is cut to one"
)]
const fn word(read: i64) -> u32 {
    read as u32
}

impl Device for Ugpu {
    fn offer(&mut self, request: &Request) -> Offer {
        self.clock += 1;
        let thread = request.thread as usize;
        if self.is_done(thread) {
            self.forget(thread, request.kind == Kind::Acquire);
        } else if self.threads[thread].path.ops.len() + 2 > OPS {
            return Offer::Stalled;
        }
        let scope = if request.scope.is_block() {
            Scope::Cta
        } else {
            Scope::Gpu
        };
        match request.kind {
            Kind::Load => {
                let kind = OpKind::Load(WORD);
                self.add(thread, kind, Some(request.word), Some(request.tag));
            }
            Kind::Store => {
                let arena = &mut self.threads[thread].path.arena;
                let value = arena.constant(i64::from(request.value));
                let kind = OpKind::Store(value);
                self.add(thread, kind, Some(request.word), Some(request.tag));
            }
            Kind::Acquire => {
                self.update(thread, request, scope);
                self.add(thread, OpKind::Fence(scope), None, None);
            }
            Kind::Release => {
                self.add(thread, OpKind::Fence(scope), None, None);
                self.update(thread, request, scope);
            }
        }
        Offer::Taken
    }

    fn ready(&self) -> u32 {
        let left = |thread| !self.is_done(thread);
        let threads = (0..self.threads.len()).filter(|thread| left(*thread));
        small(threads.count())
    }

    fn advance(&mut self, answers: &mut Vec<Response>) -> Step {
        self.clock += 1;
        self.list();
        let waits = std::mem::take(&mut self.waits);
        let threads = std::mem::take(&mut self.threads);
        let paths = threads.iter().map(|queue| &queue.path).collect();
        let layout = Arc::clone(&self.layout);
        let machine = Machine::resumed((self.model, self.bends), &layout, paths, waits);
        let step = self.draw(&machine);
        if let Some(step) = step {
            machine.take(&mut self.state, step);
        }
        self.waits = machine.into_waits();
        self.threads = threads;
        match step {
            Some(step) => {
                answers.extend(self.answer(step));
                Step::Moved
            }
            None => Step::Quiet,
        }
    }

    fn clock(&self) -> u64 {
        self.clock
    }

    fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    fn keeps_order(&self) -> bool {
        true
    }
}
