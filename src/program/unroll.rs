//! Threads unrolled into guarded events: static single assignment, bounded loops, dependencies.
//!
//! States of a thread that meet at one place of the unrolled code are merged, so that the number
//! of events grows with the code and the bound, not with the number of paths.

use std::collections::BTreeMap;

use crate::syntax::ast::{
    Access, Arithmetic, AtomicOp, Comparison, Fence, Type, TypeKind,
};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::span::Span;

use super::flow::{self, Lap};
use super::symbolic::{EventId, FALSE, GuardId, Symbolic, TRUE, ValueId};
use super::types::{
    Instruction, InstructionKind, LocationId, Program, RegisterId, Target, ThreadId, Value,
};

/// The most events one thread may have after unrolling.
pub const EVENTS_PER_THREAD: usize = 1000;

/// A program as guarded events.
#[derive(Debug, Clone)]
pub struct Unrolled {
    /// All events: the initial writes (one for each memory), then each thread's, in an order
    /// that program order respects.
    pub events: Vec<Event>,
    /// The expressions that guards and values refer to.
    pub symbolic: Symbolic,
    /// One for each thread.
    pub threads: Vec<UnrolledThread>,
}

/// How a thread ends.
#[derive(Debug, Clone)]
pub struct UnrolledThread {
    /// When it runs to its end.
    pub finished: GuardId,
    /// When it reaches the loop bound instead.
    pub truncated: GuardId,
    /// What its registers hold at the end.
    pub registers: Vec<ValueId>,
}

/// One event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its thread; none for the initial writes.
    pub thread: Option<ThreadId>,
    /// The index of its instruction in the thread's code.
    pub instruction: usize,
    /// Where it is written.
    pub span: Span,
    /// When it is executed.
    pub guard: GuardId,
    /// What it does.
    pub kind: EventKind,
    /// The reads its address is computed from.
    pub addr: Vec<Dependency>,
    /// The reads its value is computed from.
    pub data: Vec<Dependency>,
    /// The reads that decide a branch before it.
    pub ctrl: Vec<Dependency>,
}

/// A dependency on a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependency {
    /// The read.
    pub on: EventId,
    /// When there is one, given that both events are executed.
    pub when: GuardId,
}

/// Where an access goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A known location.
    Fixed(LocationId),
    /// The location whose address this value is.
    Computed(ValueId),
}

/// What an event does.
#[derive(Debug, Clone)]
pub enum EventKind {
    /// The initial write of a memory.
    Initial {
        /// The memory, by its physical location.
        location: LocationId,
        /// The initial value.
        value: i64,
    },
    /// A read.
    Read {
        /// Where.
        place: Place,
        /// How.
        access: Access,
    },
    /// A write.
    Write {
        /// Where.
        place: Place,
        /// What.
        value: ValueId,
        /// How.
        access: Access,
    },
    /// A read and, where it succeeds, a write, in one step.
    ReadWrite {
        /// Where.
        place: Place,
        /// What it writes.
        value: ValueId,
        /// When it writes, given that it is executed.
        success: GuardId,
        /// Whether what it writes depends on what it reads.
        uses_old: bool,
        /// How.
        access: Access,
    },
    /// A fence.
    Fence(Fence),
    /// A barrier.
    Barrier {
        /// Does not wait.
        arrive: bool,
        /// The logical barrier.
        id: ValueId,
        /// The barrier resource.
        barrier: ValueId,
        /// How many threads must come.
        quorum: Option<ValueId>,
    },
}

impl Event {
    /// Where it accesses memory and how, if it does.
    #[must_use]
    pub fn memory(&self) -> Option<(Place, Access)> {
        match self.kind {
            EventKind::Read { place, access }
            | EventKind::Write { place, access, .. }
            | EventKind::ReadWrite { place, access, .. } => Some((place, access)),
            _ => None,
        }
    }
}

/// Unrolls all loops of a program to the bound.
///
/// # Errors
///
/// A thread with more than [`EVENTS_PER_THREAD`] events after unrolling.
pub fn unroll(program: &Program, bound: usize) -> Result<Unrolled, Report> {
    let mut result = Unrolled {
        events: Vec::new(),
        symbolic: Symbolic::default(),
        threads: Vec::new(),
    };
    for (index, location) in program.locations.iter().enumerate() {
        let id = LocationId(index);
        if location.physical == id {
            result.events.push(Event {
                thread: None,
                instruction: 0,
                span: location.span,
                guard: TRUE,
                kind: EventKind::Initial {
                    location: id,
                    value: location.initial,
                },
                addr: Vec::new(),
                data: Vec::new(),
                ctrl: Vec::new(),
            });
        }
    }
    for index in 0..program.threads.len() {
        let id = ThreadId(index);
        let first = result.events.len();
        let walk = Walk {
            program,
            id,
            laps: flow::laps(program, id),
            bound,
            out: &mut result,
            waiting: BTreeMap::new(),
            truncated: FALSE,
            first,
        };
        let thread = walk.run()?;
        result.threads.push(thread);
    }
    Ok(result)
}

/// Which reads something depends on, and when.
type Taint = BTreeMap<EventId, GuardId>;

/// What is known where paths of a thread meet.
#[derive(Debug, Clone)]
struct State {
    guard: GuardId,
    registers: Vec<(ValueId, Taint)>,
    ctrl: Taint,
    /// For each lap: when something was written since control last came to its target.
    wrote: Vec<GuardId>,
    /// For each lap: how often it was taken since its loop was entered.
    counts: Vec<usize>,
}

struct Walk<'a> {
    program: &'a Program,
    id: ThreadId,
    laps: Vec<Lap>,
    bound: usize,
    out: &'a mut Unrolled,
    /// States that wait, by their place in the unrolled code.
    waiting: BTreeMap<Vec<usize>, (usize, State)>,
    truncated: GuardId,
    first: usize,
}

impl Walk<'_> {
    fn run(mut self) -> Result<UnrolledThread, Report> {
        let thread = self.program.thread(self.id);
        let registers = thread
            .registers
            .iter()
            .map(|register| (self.out.symbolic.constant(register.initial), Taint::new()))
            .collect();
        self.arrive(
            0,
            State {
                guard: TRUE,
                registers,
                ctrl: Taint::new(),
                wrote: vec![FALSE; self.laps.len()],
                counts: vec![0; self.laps.len()],
            },
        );
        let mut last = None;
        while let Some((_, (at, state))) = self.waiting.pop_first() {
            if at == thread.code.len() {
                last = Some(state);
            } else {
                self.step(at, state);
                self.check_size()?;
            }
        }
        Ok(self.finish(last))
    }

    fn finish(&mut self, last: Option<State>) -> UnrolledThread {
        let finished = last.as_ref().map_or(FALSE, |state| state.guard);
        let registers = match last {
            Some(state) => state.registers.iter().map(|register| register.0).collect(),
            None => {
                let zero = self.out.symbolic.constant(0);
                vec![zero; self.program.thread(self.id).registers.len()]
            }
        };
        UnrolledThread {
            finished,
            truncated: self.truncated,
            registers,
        }
    }

    fn check_size(&self) -> Result<(), Report> {
        let thread = self.program.thread(self.id);
        if self.out.events.len() - self.first <= EVENTS_PER_THREAD
            && self.waiting.len() <= EVENTS_PER_THREAD
        {
            return Ok(());
        }
        let error = Diagnostic::new(
            format!(
                "P{} has more than {EVENTS_PER_THREAD} instructions after unrolling",
                thread.number
            ),
            thread.span,
            format!("with a loop bound of {}", self.bound),
        )
        .with_help("a smaller --bound or a shorter thread is needed");
        Err(Report::new(self.program.source.clone(), vec![error]))
    }

    /// The place of an instruction in the unrolled code, such that control only goes forward.
    fn key(&self, at: usize, counts: &[usize]) -> Vec<usize> {
        let mut key = Vec::new();
        let mut index = 0;
        while index < self.laps.len() {
            let (start, end) = (self.laps[index].start, self.laps[index].end);
            let same = self.laps[index..]
                .iter()
                .take_while(|lap| (lap.start, lap.end) == (start, end))
                .count();
            if (start..=end).contains(&at) {
                let group = &counts[index..index + same];
                key.push(start);
                key.push(group.iter().sum());
                key.extend(group);
            }
            index += same;
        }
        key.push(at);
        key
    }

    /// Control comes to an instruction: resets what ends there, and merges with who is there.
    fn arrive(&mut self, at: usize, mut state: State) {
        if state.guard == FALSE {
            return;
        }
        for (index, lap) in self.laps.iter().enumerate() {
            if !(lap.start..=lap.end).contains(&at) {
                state.counts[index] = 0;
            }
            if lap.target == at || !(lap.target..=lap.jump).contains(&at) {
                state.wrote[index] = FALSE;
            }
        }
        let key = self.key(at, &state.counts);
        let merged = match self.waiting.remove(&key) {
            Some((_, other)) => merge(&mut self.out.symbolic, other, state),
            None => state,
        };
        self.waiting.insert(key, (at, merged));
    }

    fn step(&mut self, at: usize, mut state: State) {
        let instruction = self.program.thread(self.id).code[at].clone();
        let (predicate, predicate_taint) = self.predicate(&instruction, &state);
        if let InstructionKind::Branch { condition, target } = &instruction.kind {
            self.branch(at, state, *condition, *target, predicate, &predicate_taint);
            return;
        }
        let guard = self.out.symbolic.and(state.guard, predicate);
        let before = state.clone();
        let mut ctrl = state.ctrl.clone();
        self.join(&mut ctrl, &predicate_taint);
        let result = self.perform(at, &instruction, guard, &ctrl, &mut state);
        if let (Some(RegisterId(index)), Some((value, taint))) =
            (flow::defined(&instruction), result)
        {
            let (old_value, old_taint) = before.registers[index].clone();
            let symbolic = &mut self.out.symbolic;
            state.registers[index] = if predicate == TRUE {
                (value, taint)
            } else {
                let mut all = merge_taint(symbolic, predicate, &taint, &old_taint);
                self.join(&mut all, &predicate_taint);
                (self.out.symbolic.select(predicate, value, old_value), all)
            };
        }
        self.arrive(at + 1, state);
    }

    /// The guard of `@p` and the reads it depends on.
    fn predicate(&mut self, instruction: &Instruction, state: &State) -> (GuardId, Taint) {
        let Some((RegisterId(index), positive)) = instruction.guard else {
            return (TRUE, Taint::new());
        };
        let (value, taint) = state.registers[index].clone();
        let symbolic = &mut self.out.symbolic;
        let zero = symbolic.constant(0);
        let cmp = if positive {
            Comparison::Ne
        } else {
            Comparison::Eq
        };
        (symbolic.compare(cmp, WIDE, value, zero), taint)
    }

    fn branch(
        &mut self,
        at: usize,
        mut state: State,
        condition: Option<(Comparison, Value, Value)>,
        target: usize,
        predicate: GuardId,
        predicate_taint: &Taint,
    ) {
        let mut taken = predicate;
        let mut taint = predicate_taint.clone();
        if let Some((cmp, a, b)) = condition {
            let (a, a_taint) = self.operand(a, &state);
            let (b, b_taint) = self.operand(b, &state);
            let jump = self
                .out
                .symbolic
                .compare(cmp, Type::default(), a, b);
            taken = self.out.symbolic.and(taken, jump);
            self.join(&mut taint, &a_taint);
            self.join(&mut taint, &b_taint);
        }
        // The dependency reaches both arms, and everything after they have met again.
        let here = state.guard;
        for (read, when) in taint {
            let when = self.out.symbolic.and(when, here);
            add_taint(&mut self.out.symbolic, &mut state.ctrl, read, when);
        }
        let stays = self.out.symbolic.not(taken);
        let mut jumping = state.clone();
        jumping.guard = self.out.symbolic.and(here, taken);
        state.guard = self.out.symbolic.and(here, stays);
        self.jump(at, target, jumping);
        self.arrive(at + 1, state);
    }

    /// Takes a jump; backward, it is a lap of a loop.
    fn jump(&mut self, at: usize, target: usize, mut state: State) {
        if let Some(index) = self.laps.iter().position(|lap| lap.jump == at) {
            if self.laps[index].forgetful {
                // A lap that wrote nothing changed nothing: executions without it stand for it.
                let wrote = state.wrote[index];
                state.guard = self.out.symbolic.and(state.guard, wrote);
            }
            if state.counts[index] >= self.bound {
                self.truncated = self.out.symbolic.or(self.truncated, state.guard);
                return;
            }
            state.counts[index] += 1;
        }
        self.arrive(target, state);
    }

    fn operand(&mut self, value: Value, state: &State) -> (ValueId, Taint) {
        match value {
            Value::Constant(number) => (self.out.symbolic.constant(number), Taint::new()),
            Value::Register(RegisterId(index)) => state.registers[index].clone(),
        }
    }

    fn join(&mut self, into: &mut Taint, more: &Taint) {
        for (&read, &when) in more {
            add_taint(&mut self.out.symbolic, into, read, when);
        }
    }

    /// Does what an instruction does; gives the value for its register, with the reads behind it.
    fn perform(
        &mut self,
        at: usize,
        instruction: &Instruction,
        guard: GuardId,
        ctrl: &Taint,
        state: &mut State,
    ) -> Option<(ValueId, Taint)> {
        match &instruction.kind {
            InstructionKind::Move { src, ty, .. } => {
                let (value, taint) = self.operand(*src, state);
                Some((self.out.symbolic.fit(value, *ty), taint))
            }
            InstructionKind::Arithmetic { op, a, b, ty, .. } => {
                let (a, mut taint) = self.operand(*a, state);
                let (b, more) = self.operand(*b, state);
                self.join(&mut taint, &more);
                Some((self.out.symbolic.arithmetic(*op, *ty, a, b), taint))
            }
            InstructionKind::SetPredicate { cmp, a, b, ty, .. } => {
                let (a, mut taint) = self.operand(*a, state);
                let (b, more) = self.operand(*b, state);
                self.join(&mut taint, &more);
                let symbolic = &mut self.out.symbolic;
                let holds = symbolic.compare(*cmp, *ty, a, b);
                let (one, zero) = (symbolic.constant(1), symbolic.constant(0));
                Some((symbolic.select(holds, one, zero), taint))
            }
            _ => {
                let mut event = Event {
                    thread: Some(self.id),
                    instruction: at,
                    span: instruction.span,
                    guard,
                    kind: EventKind::Fence(Fence::Hole),
                    addr: Vec::new(),
                    data: Vec::new(),
                    ctrl: list(ctrl),
                };
                self.event(&instruction.kind, &mut event, state)?;
                self.emit(event, state)
            }
        }
    }

    /// Fills in what the event does; nothing for an instruction that makes none.
    fn event(
        &mut self,
        kind: &InstructionKind,
        event: &mut Event,
        state: &State,
    ) -> Option<()> {
        event.kind = match kind {
            InstructionKind::Load { target, access, .. } => EventKind::Read {
                place: self.place(*target, event, state),
                access: *access,
            },
            InstructionKind::Store {
                target,
                value,
                access,
            } => {
                let place = self.place(*target, event, state);
                let (value, taint) = self.operand(*value, state);
                event.data = list(&taint);
                EventKind::Write {
                    place,
                    value: self.out.symbolic.fit(value, access.ty),
                    access: *access,
                }
            }
            InstructionKind::Atomic {
                target,
                op,
                operands,
                access,
                ..
            } => {
                let place = self.place(*target, event, state);
                self.atomic(*op, operands, *access, place, event, state)
            }
            InstructionKind::Fence(Fence::Hole) => return None,
            InstructionKind::Fence(fence) => EventKind::Fence(*fence),
            InstructionKind::Barrier {
                arrive,
                id,
                barrier,
                quorum,
            } => EventKind::Barrier {
                arrive: *arrive,
                id: self.operand(*id, state).0,
                barrier: self.operand(*barrier, state).0,
                quorum: quorum.map(|quorum| self.operand(quorum, state).0),
            },
            _ => return None,
        };
        Some(())
    }

    fn place(&mut self, target: Target, event: &mut Event, state: &State) -> Place {
        match target {
            Target::Location(location) => Place::Fixed(location),
            Target::Register(register) => {
                let (value, taint) = self.operand(Value::Register(register), state);
                event.addr = list(&taint);
                Place::Computed(value)
            }
        }
    }

    fn atomic(
        &mut self,
        op: AtomicOp,
        operands: &[Value],
        access: Access,
        place: Place,
        event: &mut Event,
        state: &State,
    ) -> EventKind {
        let mut values = Vec::new();
        let mut taint = Taint::new();
        for operand in operands {
            let (value, more) = self.operand(*operand, state);
            values.push(self.out.symbolic.fit(value, access.ty));
            self.join(&mut taint, &more);
        }
        event.data = list(&taint);
        let ty = access.ty;
        let symbolic = &mut self.out.symbolic;
        let old = symbolic.read(EventId(self.out.events.len()));
        let first = values.first().copied().unwrap_or(old);
        let mut success = TRUE;
        let value = match op {
            AtomicOp::Arithmetic(op) => symbolic.arithmetic(op, ty, old, first),
            AtomicOp::Exch => first,
            AtomicOp::Cas => {
                success = symbolic.compare(Comparison::Eq, ty, old, first);
                values.get(1).copied().unwrap_or(first)
            }
            AtomicOp::Inc => counter(symbolic, ty, old, first, true),
            AtomicOp::Dec => counter(symbolic, ty, old, first, false),
        };
        EventKind::ReadWrite {
            place,
            value,
            success,
            uses_old: op != AtomicOp::Exch,
            access,
        }
    }

    /// Adds the event; gives what it reads.
    fn emit(&mut self, event: Event, state: &mut State) -> Option<(ValueId, Taint)> {
        let id = EventId(self.out.events.len());
        let wrote = match event.kind {
            EventKind::Write { .. } | EventKind::Barrier { .. } => event.guard,
            EventKind::ReadWrite { success, .. } => self.out.symbolic.and(event.guard, success),
            _ => FALSE,
        };
        for lap in &mut state.wrote {
            *lap = self.out.symbolic.or(*lap, wrote);
        }
        let reads = match event.kind {
            EventKind::Read { access, .. } | EventKind::ReadWrite { access, .. } => Some(access.ty),
            _ => None,
        };
        self.out.events.push(event);
        reads.map(|_| (self.out.symbolic.read(id), Taint::from([(id, TRUE)])))
    }
}

/// Predicates are compared whole, whatever type wrote them.
const WIDE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

/// `atom.inc` and `atom.dec`, unsigned (PTX ISA, `atom`).
fn counter(symbolic: &mut Symbolic, ty: Type, old: ValueId, limit: ValueId, up: bool) -> ValueId {
    let ty = Type {
        kind: TypeKind::Unsigned,
        bits: ty.bits,
    };
    let (zero, one) = (symbolic.constant(0), symbolic.constant(1));
    if up {
        let wraps = symbolic.compare(Comparison::Ge, ty, old, limit);
        let next = symbolic.arithmetic(Arithmetic::Add, ty, old, one);
        return symbolic.select(wraps, zero, next);
    }
    let at_zero = symbolic.compare(Comparison::Eq, ty, old, zero);
    let above = symbolic.compare(Comparison::Gt, ty, old, limit);
    let wraps = symbolic.or(at_zero, above);
    let next = symbolic.arithmetic(Arithmetic::Sub, ty, old, one);
    symbolic.select(wraps, limit, next)
}

fn list(taint: &Taint) -> Vec<Dependency> {
    taint
        .iter()
        .filter(|(_, when)| **when != FALSE)
        .map(|(&on, &when)| Dependency { on, when })
        .collect()
}

fn add_taint(symbolic: &mut Symbolic, into: &mut Taint, read: EventId, when: GuardId) {
    let known = into.get(&read).copied().unwrap_or(FALSE);
    into.insert(read, symbolic.or(known, when));
}

/// Taint of a value that is the first where the guard holds and the second elsewhere.
fn merge_taint(symbolic: &mut Symbolic, guard: GuardId, a: &Taint, b: &Taint) -> Taint {
    let mut result = Taint::new();
    let other = symbolic.not(guard);
    for (source, side) in [(a, guard), (b, other)] {
        for (&read, &when) in source {
            let in_other = if side == guard { b } else { a };
            let when = if in_other.get(&read) == Some(&when) {
                when
            } else {
                symbolic.and(when, side)
            };
            add_taint(symbolic, &mut result, read, when);
        }
    }
    result
}

/// Two paths meet. Their guards exclude each other, so the first one's guard selects.
fn merge(symbolic: &mut Symbolic, a: State, b: State) -> State {
    let registers = a
        .registers
        .iter()
        .zip(&b.registers)
        .map(|(left, right)| {
            let value = symbolic.select(a.guard, left.0, right.0);
            (value, merge_taint(symbolic, a.guard, &left.1, &right.1))
        })
        .collect();
    let ctrl = merge_ctrl(symbolic, &a, &b);
    let wrote = a
        .wrote
        .iter()
        .zip(&b.wrote)
        .map(|(&left, &right)| symbolic.or(left, right))
        .collect();
    State {
        guard: symbolic.or(a.guard, b.guard),
        registers,
        ctrl,
        wrote,
        counts: a.counts,
    }
}

/// Control dependencies carry the guard of their branch already: no path condition is added.
fn merge_ctrl(symbolic: &mut Symbolic, a: &State, b: &State) -> Taint {
    let mut result = a.ctrl.clone();
    for (&read, &when) in &b.ctrl {
        add_taint(symbolic, &mut result, read, when);
    }
    result
}
