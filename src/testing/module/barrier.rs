//! Barriers of a test as barriers of a kernel, whose blocks wait as a whole where no number is said.

use crate::program::{Instruction, InstructionKind, RegisterId, Thread, Value};

use super::print::{Layout, Unprintable, thread_of};
use crate::program::ThreadId;

/// The barriers that a block has.
const MOST: usize = 16;

/// A barrier's operands, `0` or `1, 2`.
pub fn operands(
    layout: &Layout,
    id: ThreadId,
    instruction: &Instruction,
) -> Result<String, Unprintable> {
    let refuse = |what| Unprintable {
        span: instruction.span,
        what,
    };
    let thread = thread_of(layout, id);
    let named =
        name(thread, &instruction.kind).ok_or_else(|| refuse("a barrier that registers choose"))?;
    let block = layout.blocks.iter().find(|(_, all)| all.contains(&id));
    let members = block.map_or(&[][..], |(_, all)| all);
    let mut names = Vec::new();
    let mut users = 0;
    for &one in members {
        let other = thread_of(layout, one);
        let barriers = other.code.iter().filter(|one| is_barrier(&one.kind));
        let all: Vec<Option<(i64, i64)>> =
            barriers.map(|barrier| name(other, &barrier.kind)).collect();
        users += usize::from(all.contains(&Some(named)));
        names.extend(all.into_iter().flatten());
    }
    names.sort_unstable();
    names.dedup();
    let number = names.iter().position(|one| *one == named).unwrap_or(0);
    if number >= MOST {
        return Err(refuse("more barriers than a block has"));
    }
    let InstructionKind::Barrier { quorum, .. } = &instruction.kind else {
        return Err(refuse("no barrier"));
    };
    let count = match quorum {
        None if users == members.len() => None,
        None => Some(users),
        Some(quorum) => {
            let count = constant(thread, *quorum).and_then(|count| usize::try_from(count).ok());
            Some(count.ok_or_else(|| refuse("a barrier that registers choose"))?)
        }
    };
    Ok(count.map_or_else(|| number.to_string(), |count| format!("{number}, {count}")))
}

const fn is_barrier(kind: &InstructionKind) -> bool {
    matches!(kind, InstructionKind::Barrier { .. })
}

/// What a barrier is named by, where that is known before the test runs.
fn name(thread: &Thread, kind: &InstructionKind) -> Option<(i64, i64)> {
    let InstructionKind::Barrier { id, barrier, .. } = kind else {
        return None;
    };
    Some((constant(thread, *id)?, constant(thread, *barrier)?))
}

/// The value of an operand that is one in all executions.
fn constant(thread: &Thread, value: Value) -> Option<i64> {
    let RegisterId(register) = match value {
        Value::Constant(number) => return Some(number),
        Value::Register(register) => register,
    };
    let mut writes = thread
        .code
        .iter()
        .filter(|one| one.kind.written() == Some(RegisterId(register)));
    let Some(write) = writes.next() else {
        return Some(thread.registers[register].initial);
    };
    let first = thread.code.first().map(|one| one.span) == Some(write.span);
    if let InstructionKind::Move {
        src: Value::Constant(number),
        ..
    } = write.kind
        && first
        && write.guard.is_none()
        && writes.next().is_none()
    {
        return Some(number);
    }
    None
}
