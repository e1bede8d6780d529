//! A program with other fences.
//!
//! The copy keeps the text and the places of the original; a fence that is put in has the place of the
//! instruction that it stands beside.

use crate::program::{Instruction, InstructionKind, Program};
use crate::syntax::ast::Fence;

use super::InstructionId;

/// Where a fence goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// In the place of the instruction.
    Instead,
    /// Before it: jumps to it lead to the fence.
    Before,
    /// After it.
    After,
}

/// A fence at an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FenceEdit {
    /// The instruction.
    pub at: InstructionId,
    /// Before, after, or in the place of it.
    pub side: Side,
    /// The fence.
    pub fence: Fence,
}

/// A copy of the program with these fences. Edits at instructions that it does not have do nothing.
#[must_use]
pub fn with_fences(program: &Program, edits: &[FenceEdit]) -> Program {
    let mut result = program.clone();
    for (index, thread) in result.threads.iter_mut().enumerate() {
        let own = || edits.iter().filter(|edit| edit.at.thread.0 == index);
        let put = |at: usize, side: Side| {
            let here = own().filter(move |edit| edit.at.index == at && edit.side == side);
            here.map(|edit| edit.fence).collect::<Vec<_>>()
        };
        let inserted = |at: usize| put(at, Side::Before).len() + put(at, Side::After).len();
        let moved = |target: usize| target + (0..target).map(inserted).sum::<usize>();
        let mut code = Vec::new();
        for (at, instruction) in std::mem::take(&mut thread.code).into_iter().enumerate() {
            let fence = |fence| Instruction {
                span: instruction.span,
                guard: None,
                kind: InstructionKind::Fence(fence),
            };
            let before: Vec<Instruction> = put(at, Side::Before).into_iter().map(fence).collect();
            let after: Vec<Instruction> = put(at, Side::After).into_iter().map(fence).collect();
            let mut kept = instruction;
            if let Some(fence) = put(at, Side::Instead).pop() {
                kept.kind = InstructionKind::Fence(fence);
            }
            if let InstructionKind::Branch { target, .. } = &mut kept.kind {
                *target = moved(*target);
            }
            code.extend(before);
            code.push(kept);
            code.extend(after);
        }
        thread.code = code;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{ThreadId, load};
    use crate::syntax::ast::Scope;

    #[test]
    fn jumps_lead_to_where_they_led_with_fences_before() {
        let text = "PTX T\n{}\nP0@cta 0,gpu 0 ;\nL: ;\nld.weak r0, x ;\nmembar.cta ;\n\
                    beq r0, 0, L ;\nbra END ;\nst.weak y, 1 ;\nEND: ;\nexists (P0:r0 == 1)";
        let program = load("t", text).expect("a test");
        let edit = |index, side| FenceEdit {
            at: InstructionId {
                thread: ThreadId(0),
                index,
            },
            side,
            fence: Fence::AcqRel(Scope::Gpu),
        };
        let edits = [
            edit(0, Side::Before),
            edit(0, Side::After),
            edit(1, Side::Instead),
        ];
        let changed = with_fences(&program, &edits);
        let code = &changed.threads[0].code;
        let targets: Vec<usize> = code.iter().filter_map(Instruction::target).collect();
        // The loop begins with the fence before the load; the end has moved by two.
        assert_eq!(targets, [0, 7]);
        let fence = InstructionKind::Fence(Fence::AcqRel(Scope::Gpu));
        let fences: Vec<bool> = code.iter().map(|each| each.kind == fence).collect();
        assert_eq!(fences, [true, false, true, true, false, false, false]);
    }
}
