//! One instruction of one thread.

use std::sync::Arc;

use crate::kernel::arithmetic::cut;
use crate::ptx::operation::{Operand, Operation, Target};
use crate::ptx::types::Type;

use super::finding::Finding;
use super::machine::Machine;
use super::place::{Place, space_of};
use super::state::{State, Value};

impl Machine<'_> {
    /// Whether the order of a thread's next instruction among those of others can matter.
    #[must_use]
    pub fn is_visible(&self, state: &State, thread: usize) -> bool {
        let it = &state.threads[thread];
        let Some(instruction) = self.instruction(it) else {
            return false;
        };
        if self.forks(state, thread) {
            return true;
        }
        if let Some((register, negated)) = instruction.guard
            && (it.register(register).bits & 1 == 1) == negated
        {
            return false;
        }
        let operation = &instruction.operation;
        if let Operation::Call { function, .. } = operation {
            return self.setup.module.functions[*function].body.is_none();
        }
        if let Operation::Barrier { arrives, count, .. } = operation {
            return *arrives || count.is_some();
        }
        if let Some(mask) = operation.mask() {
            return self.is_outside(state, thread, mask);
        }
        let Some((access, address, elements)) = operation.access() else {
            return matches!(
                operation,
                Operation::Trap | Operation::Refused { .. } | Operation::ActiveMask { .. }
            );
        };
        let bytes = access.ty.bytes() * elements as u64;
        match self.place(state, thread, access.space, address, bytes) {
            Ok((Place::Region(_, _, generic), _)) => self
                .contended
                .range(generic..generic + bytes)
                .next()
                .is_some(),
            Ok((Place::Local(_) | Place::Param(..), _)) => false,
            // What ends the run comes last.
            Err(_) => true,
        }
    }

    /// Whether a lane is about to wait with a mask that it is not in, which ends the run: as all that does, it comes last.
    fn is_outside(&self, state: &State, thread: usize, mask: Operand) -> bool {
        let mask = self.operand(state, thread, mask, Type::B32);
        mask.is_ok_and(|mask| mask.bits >> self.setup.threads[thread].lane() & 1 == 0)
    }

    /// Does the next instruction of a thread.
    pub fn step(&mut self, state: &mut State, thread: usize) {
        self.hanging.on = 0;
        let Some(instruction) = self.instruction(&state.threads[thread]) else {
            self.leave(state, thread);
            return;
        };
        if let Some(frame) = state.threads[thread].frame() {
            self.here = (frame.function, frame.at);
        }
        if let Some((register, negated)) = instruction.guard {
            let value = state.threads[thread].register(register);
            self.decides(state, thread, value.taint);
            self.unwritten_guard(state, thread, value.taint);
            self.hangs(value.taint);
            let operation = &instruction.operation;
            let skipped = (value.bits & 1 == 1) == negated;
            if skipped {
                Self::go_on(state, thread);
            } else {
                self.perform(state, thread, operation);
            }
            self.guarded(state, thread, operation, (value.taint, skipped));
            return;
        }
        self.perform(state, thread, &instruction.operation);
    }

    pub fn perform(&mut self, state: &mut State, thread: usize, operation: &Operation) {
        match operation {
            Operation::Branch { target } => Self::jump(state, thread, *target),
            Operation::BranchIndexed { index, targets } => {
                let Some(index) = self.deciding(state, thread, *index, Type::U32) else {
                    return;
                };
                let target = usize::try_from(cut(index, 32))
                    .ok()
                    .and_then(|index| targets.get(index));
                match target {
                    Some(target) => Self::jump(state, thread, *target),
                    None => self.refuse(state, thread, "a jump beyond its table".to_owned()),
                }
            }
            Operation::Call {
                function,
                results,
                arguments,
            } => {
                self.call(state, thread, *function, results, arguments);
            }
            Operation::Return => self.leave(state, thread),
            Operation::Exit => self.exit(state, thread),
            Operation::Trap => {
                self.tell(state, thread, Vec::new());
                self.find(Finding::Trap, thread, state);
                state.over = true;
            }
            Operation::Refused { why } => self.refuse(state, thread, why.clone()),
            Operation::Barrier {
                arrives,
                reduction,
                id,
                count,
                ..
            } => {
                let said = reduction.map(|(_, _, said)| said);
                self.barrier(state, thread, *arrives, said, (*id, *count));
            }
            Operation::WarpBarrier { mask }
            | Operation::Shuffle { mask, .. }
            | Operation::Vote { mask, .. }
            | Operation::Match { mask, .. }
            | Operation::Reduce { mask, .. }
            | Operation::Elect { mask, .. } => self.collective(state, thread, *mask),
            Operation::ActiveMask { dst } => self.gather(state, thread, *dst),
            Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Atomic { .. }
            | Operation::Compute { .. }
            | Operation::Pack { .. }
            | Operation::Unpack { .. }
            | Operation::ConvertAddress { .. }
            | Operation::IsInSpace { .. }
            | Operation::Loose { .. }
            | Operation::Fence { .. }
            | Operation::Nothing => {
                self.straight(state, thread, operation);
                if !state.over {
                    Self::go_on(state, thread);
                }
            }
        }
    }

    fn jump(state: &mut State, thread: usize, target: usize) {
        if let Some(frame) = Arc::make_mut(&mut state.threads[thread]).frames.last_mut() {
            frame.at = target;
        }
    }

    /// What goes on to the next instruction.
    fn straight(&mut self, state: &mut State, thread: usize, operation: &Operation) {
        let result = match operation {
            Operation::Load {
                access,
                targets,
                address,
            } => {
                self.load(state, thread, *access, targets, *address);
                return;
            }
            Operation::Store {
                access,
                address,
                values,
            } => {
                self.store(state, thread, *access, *address, values);
                return;
            }
            Operation::Atomic {
                access,
                op,
                dst,
                address,
                operands,
                ..
            } => {
                self.atomic(state, thread, *access, *op, *dst, *address, operands);
                return;
            }
            Operation::Fence { .. } => {
                self.tell(state, thread, Vec::new());
                return;
            }
            Operation::Compute {
                op,
                ty,
                dst,
                second,
                sources,
            } => self.compute(state, thread, (*op, *ty), (*dst, *second), sources),
            Operation::Pack { ty, dst, parts } => self.pack(state, thread, *ty, *dst, parts),
            Operation::Unpack { ty, parts, source } => {
                self.unpack(state, thread, *ty, parts, *source)
            }
            Operation::ConvertAddress {
                space,
                from_generic,
                ty,
                dst,
                source,
            } => self.convert_address(state, thread, (*space, *from_generic, *ty), *dst, *source),
            Operation::IsInSpace { space, dst, source } => self
                .operand(state, thread, *source, Type::U64)
                .map(|value| {
                    let inside = space_of(value.bits) == *space;
                    let value = Value {
                        bits: u64::from(inside),
                        ..value
                    };
                    self.assign(state, thread, *dst, value, Type::PREDICATE);
                }),
            Operation::Loose {
                targets, sources, ..
            } => self.loose(state, thread, targets, sources),
            Operation::Nothing
            | Operation::ActiveMask { .. }
            | Operation::Barrier { .. }
            | Operation::WarpBarrier { .. }
            | Operation::Shuffle { .. }
            | Operation::Vote { .. }
            | Operation::Match { .. }
            | Operation::Reduce { .. }
            | Operation::Elect { .. }
            | Operation::Branch { .. }
            | Operation::BranchIndexed { .. }
            | Operation::Call { .. }
            | Operation::Return
            | Operation::Exit
            | Operation::Trap
            | Operation::Refused { .. } => Ok(()),
        };
        if let Err(why) = result {
            self.refuse(state, thread, why);
        }
    }

    /// Writes a register of a thread: [`Self::set`].
    pub fn assign(&self, state: &mut State, thread: usize, target: Target, value: Value, ty: Type) {
        let it = Arc::make_mut(&mut state.threads[thread]);
        self.set(it, target, value, ty);
    }

    /// Writes a register of a thread: [`Self::set_bytes`].
    pub fn assign_bytes(
        &self,
        state: &mut State,
        thread: usize,
        target: Target,
        value: Value,
        ty: Type,
    ) {
        let it = Arc::make_mut(&mut state.threads[thread]);
        self.set_bytes(it, target, value, ty);
    }
}
