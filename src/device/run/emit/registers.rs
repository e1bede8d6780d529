//! Registers of a role: how wide they are, and whether what is read into them has another reader.

use crate::program::{InstructionKind, RegisterId};

use super::asm::Kind;
use super::layout::Layout;

impl Layout<'_> {
    /// The kind of PTX register that holds a register of a role: wide as soon as something wide goes into it.
    #[must_use]
    pub fn kind(&self, role: usize, register: RegisterId) -> Kind {
        let thread = &self.program.threads[role];
        let narrow = |value: i64| i32::try_from(value).is_ok();
        let wide = thread.code.iter().any(|one| match &one.kind {
            InstructionKind::Load { dst, access, .. } => *dst == register && access.ty.bits == 64,
            InstructionKind::Atomic { dst, access, .. } => {
                *dst == Some(register) && access.ty.bits == 64
            }
            InstructionKind::Move { dst, ty, .. } | InstructionKind::Arithmetic { dst, ty, .. } => {
                *dst == register && ty.bits == 64
            }
            InstructionKind::SetPredicate { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => false,
        });
        if wide || !narrow(thread.registers[register.0].initial) {
            Kind::Long
        } else {
            Kind::Word
        }
    }

    /// Whether a read value has no other reader: its register is written again, or never.
    pub(super) fn is_lost(&self, role: usize, instruction: usize) -> bool {
        let code = &self.program.threads[role].code;
        match &code[instruction].kind {
            InstructionKind::Load { dst, .. } => {
                let same = code.iter().filter(|one| one.kind.written() == Some(*dst));
                same.count() > 1
            }
            InstructionKind::Atomic { dst: Some(dst), .. } => {
                let same = code.iter().filter(|one| one.kind.written() == Some(*dst));
                same.count() > 1
            }
            // What is no reduction has a result all the same.
            kind @ InstructionKind::Atomic { dst: None, .. } => !kind.is_reduction(),
            InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => false,
        }
    }
}
