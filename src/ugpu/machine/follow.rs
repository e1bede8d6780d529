//! What one instruction does to a walk through its thread.

use super::expr::{ExprId, Mask};
use super::path::{Decision, Op, OpKind};
use super::paths::{Next, Walk, Walker};
use crate::program::{
    Instruction, InstructionKind, LocationId, RegisterId, Target, Value, address_of, location_at,
};
use crate::syntax::ast::{Access, Arithmetic, Comparison, Fence, Type, TypeKind};

/// Predicates are compared whole, whatever type wrote them.
const WIDE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

impl Walker<'_> {
    /// Executes an instruction.
    pub(super) fn execute(&mut self, mut walk: Walk, instruction: &Instruction) -> Next {
        if let InstructionKind::Branch { condition, target } = &instruction.kind {
            return self.branch(walk, instruction.guard, *condition, *target);
        }
        let mut walks = Vec::new();
        let Some((register, wanted)) = instruction.guard else {
            walks.extend(self.perform(walk, instruction, 0));
            return Next::going(walks);
        };
        let (holds, taint) = walk.predicate(register, wanted);
        if let Some(runs) = walk.assume(holds, 1, Decision::Flow(true)) {
            walks.extend(self.perform(runs, instruction, taint));
        }
        if let Some(mut skips) = walk.assume(holds, 0, Decision::Flow(false)) {
            // What the register keeps depends on the predicate all the same.
            if let Some(register) = instruction.kind.written() {
                skips.registers[register.0].1 |= taint;
            }
            skips.pc += 1;
            walks.push(skips);
        }
        Next::going(walks)
    }

    fn branch(
        &self,
        mut walk: Walk,
        guard: Option<(RegisterId, bool)>,
        condition: Option<(Comparison, Value, Value)>,
        target: usize,
    ) -> Next {
        let mut taken = walk.arena.constant(1);
        if let Some((register, wanted)) = guard {
            let (holds, taint) = walk.predicate(register, wanted);
            walk.branches |= taint;
            taken = holds;
        }
        if let Some((cmp, a, b)) = condition {
            let ((a, first), (b, second)) = (walk.operand(a), walk.operand(b));
            walk.branches |= first | second;
            let holds = walk.arena.compare(cmp, Type::default(), a, b);
            taken = walk.arena.compute(Arithmetic::And, WIDE, taken, holds);
        }
        let mut next = Next::default();
        if let Some(mut jumps) = walk.assume(taken, 1, Decision::Flow(true)) {
            next.stays = self.stay(&mut jumps);
            if self.jump(&mut jumps, target) {
                next.walks.push(jumps);
            } else {
                next.truncated = Some(jumps);
            }
        }
        if let Some(mut stays) = walk.assume(taken, 0, Decision::Flow(false)) {
            stays.pc += 1;
            next.walks.push(stays);
        }
        next
    }

    /// Executes an instruction that is no branch; its predicate depends on the reads of `guard`.
    fn perform(&mut self, mut walk: Walk, instruction: &Instruction, guard: Mask) -> Vec<Walk> {
        let ready = walk.branches | guard;
        let at = walk.pc;
        let op = |kind, operands| Op {
            instruction: at,
            kind,
            location: None,
            operands,
            branches: ready,
        };
        match &instruction.kind {
            InstructionKind::Load {
                dst,
                target,
                access,
            } => {
                let op = op(OpKind::Load(access.ty), 0);
                self.access(walk, op, *target, Some((*dst, *access)), guard)
            }
            InstructionKind::Store {
                target,
                value,
                access,
            } => {
                let (value, data) = walk.operand(*value);
                let value = walk.arena.fit(access.ty, value);
                let op = op(OpKind::Store(value), data);
                self.access(walk, op, *target, None, guard)
            }
            InstructionKind::Atomic {
                dst,
                target,
                op: what,
                operands,
                access,
            } => {
                let (operands, data): (Vec<ExprId>, Vec<Mask>) = operands
                    .iter()
                    .map(|operand| walk.operand(*operand))
                    .unzip();
                let update = OpKind::Update {
                    op: *what,
                    operands,
                    ty: access.ty,
                    scope: access.scope,
                };
                let op = op(update, data.into_iter().fold(0, |all, data| all | data));
                self.access(walk, op, *target, dst.map(|dst| (dst, *access)), guard)
            }
            InstructionKind::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => {
                walk.ops.push(op(OpKind::Fence(*scope), 0));
                walk.pc += 1;
                vec![walk]
            }
            kind => {
                walk.calculate(kind, guard);
                walk.pc += 1;
                vec![walk]
            }
        }
    }

    /// Adds an access: one walk for each location that its address may be.
    fn access(
        &mut self,
        mut walk: Walk,
        mut op: Op,
        target: Target,
        into: Option<(RegisterId, Access)>,
        guard: Mask,
    ) -> Vec<Walk> {
        let places: Vec<(LocationId, Walk)> = match target {
            Target::Location(location) => vec![(location, walk)],
            Target::Register(register) => {
                let (address, taint) = walk.registers[register.0];
                op.operands |= taint;
                self.places(&mut walk, address)
            }
        };
        let end = |(location, mut walk): (LocationId, Walk)| {
            let mut op = op.clone();
            op.location = Some(self.program.location(location).physical);
            let index = walk.ops.len();
            walk.ops.push(op);
            if let Some((register, access)) = into {
                let read = walk.arena.read(index);
                let taint = walk.arena.reads(read) | guard;
                walk.registers[register.0] = (walk.arena.fit(access.ty, read), taint);
            }
            walk.pc += 1;
            walk
        };
        places.into_iter().map(end).collect()
    }

    /// The locations that an address may be, each with the walk that assumes so.
    fn places(&mut self, walk: &mut Walk, address: ExprId) -> Vec<(LocationId, Walk)> {
        let count = self.program.locations.len();
        let block = (self.thread.placement.gpu, self.thread.placement.cta);
        let mine = |location: &LocationId| {
            let owner = self.program.location(*location).block;
            owner.is_none_or(|owner| owner == block)
        };
        if let Some(known) = walk.arena.known(address) {
            let location = location_at(known, count).filter(mine);
            self.strays |= location.is_none();
            return location.map(|at| (at, walk.clone())).into_iter().collect();
        }
        let candidates: Vec<LocationId> = (0..count).map(LocationId).filter(mine).collect();
        self.strays = true;
        let assumed = candidates.into_iter().filter_map(|location| {
            let decision = Decision::Address(location);
            let next = walk.assume(address, address_of(location), decision)?;
            Some((location, next))
        });
        assumed.collect()
    }
}

impl Next {
    fn going(walks: Vec<Walk>) -> Self {
        Self {
            walks,
            ..Self::default()
        }
    }
}

impl Walk {
    /// Whether a predicate is as wanted, and the reads it depends on.
    fn predicate(&mut self, register: RegisterId, wanted: bool) -> (ExprId, Mask) {
        let (value, taint) = self.registers[register.0];
        let zero = self.arena.constant(0);
        let cmp = if wanted {
            Comparison::Ne
        } else {
            Comparison::Eq
        };
        (self.arena.compare(cmp, WIDE, value, zero), taint)
    }

    /// Executes an instruction that touches registers only.
    fn calculate(&mut self, kind: &InstructionKind, guard: Mask) {
        let (dst, value, taint) = match kind {
            InstructionKind::Move { dst, src, ty } => {
                let (src, taint) = self.operand(*src);
                (*dst, self.arena.fit(*ty, src), taint)
            }
            InstructionKind::Arithmetic { op, dst, a, b, ty } => {
                let ((a, first), (b, second)) = (self.operand(*a), self.operand(*b));
                (*dst, self.arena.compute(*op, *ty, a, b), first | second)
            }
            InstructionKind::SetPredicate { cmp, dst, a, b, ty } => {
                let ((a, first), (b, second)) = (self.operand(*a), self.operand(*b));
                (*dst, self.arena.compare(*cmp, *ty, a, b), first | second)
            }
            InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => return,
        };
        self.registers[dst.0] = (value, taint | guard);
    }
}
