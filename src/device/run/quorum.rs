//! How many threads of a test meet at a barrier.

use crate::program::{InstructionKind, Program, Thread, Value};

/// A barrier: its block, name and resource.
pub type Barrier = ((u32, u32), Value, Value);

/// The barrier of an instruction, if it is one.
#[must_use]
pub const fn barrier(thread: &Thread, kind: &InstructionKind) -> Option<Barrier> {
    let block = (thread.placement.gpu, thread.placement.cta);
    match *kind {
        InstructionKind::Barrier { id, barrier, .. } => Some((block, id, barrier)),
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Atomic { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => None,
    }
}

/// How many threads must come, of an instruction that is a barrier: where no count is written, all threads of the block
/// that name it. A count in a register, or below 0, is refused before.
#[must_use]
pub fn quorum(program: &Program, thread: &Thread, kind: &InstructionKind) -> Option<u64> {
    let wanted = barrier(thread, kind)?;
    let written = if let InstructionKind::Barrier {
        quorum: Some(Value::Constant(count)),
        ..
    } = *kind
    {
        u64::try_from(count).ok()
    } else {
        None
    };
    let names = |thread: &&Thread| {
        let mut code = thread.code.iter();
        code.any(|one| barrier(thread, &one.kind) == Some(wanted))
    };
    let naming = || program.threads.iter().filter(names).count() as u64;
    Some(written.unwrap_or_else(naming))
}
