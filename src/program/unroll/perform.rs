//! What one instruction does: a new value for a register, or an event.

use crate::program::events::{Event, EventKind, Place};
use crate::program::symbolic::{EventId, FALSE, GuardId, Symbolic, TRUE, ValueId};
use crate::program::{Instruction, InstructionKind, RegisterId, Target, Value};
use crate::syntax::ast::{Access, Arithmetic, AtomicOp, Comparison, Fence, Type, TypeKind};

use super::state::{State, Taint, add_taint, list};
use super::threads::IdleLaps;
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn operand(&mut self, value: Value, state: &State) -> (ValueId, Taint) {
        match value {
            Value::Constant(number) => (self.out.symbolic.constant(number), Taint::new()),
            Value::Register(RegisterId(index)) => state.registers[index].clone(),
        }
    }

    pub(super) fn join(&mut self, into: &mut Taint, more: &Taint) {
        for (&read, &when) in more {
            add_taint(&mut self.out.symbolic, into, read, when);
        }
    }

    /// Does what an instruction does; gives the value for its register, with the reads behind it.
    pub(super) fn perform(
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
            InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => {
                let mut event = Event {
                    thread: Some(self.id),
                    instruction: at,
                    span: instruction.span,
                    element_of: None,
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
    fn event(&mut self, kind: &InstructionKind, event: &mut Event, state: &State) -> Option<()> {
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
            InstructionKind::Fence(Fence::Hole)
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Branch { .. } => return None,
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
            EventKind::Initial { .. }
            | EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Choice => FALSE,
        };
        for lap in &mut state.wrote {
            *lap = self.out.symbolic.or(*lap, wrote);
        }
        if matches!(self.idle, IdleLaps::Told | IdleLaps::All) {
            for seen in &mut state.seen {
                seen.insert(id, TRUE);
            }
        }
        let reads = match event.kind {
            EventKind::Read { access, .. } | EventKind::ReadWrite { access, .. } => Some(access.ty),
            EventKind::Initial { .. }
            | EventKind::Write { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => None,
        };
        self.out.events.push(event);
        reads.map(|_| (self.out.symbolic.read(id), Taint::from([(id, TRUE)])))
    }
}

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
