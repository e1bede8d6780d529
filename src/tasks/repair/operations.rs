//! What instructions are to a search for fences.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;
use crate::ptx::operation::{Access, Operation, Order};
use crate::ptx::types::Space;

/// How others can notice an instruction; nothing of what is private or constant.
#[must_use]
pub const fn noticed(operation: &Operation) -> Option<Access> {
    if let Operation::Load { access, .. }
    | Operation::Store { access, .. }
    | Operation::Atomic { access, .. } = operation
        && !matches!(access.space, Space::Param | Space::Local | Space::Const)
    {
        return Some(*access);
    }
    None
}

/// Whether others can notice it.
#[must_use]
pub const fn touches(operation: &Operation) -> bool {
    noticed(operation).is_some()
}

/// The orders that an access of an instruction can have besides none.
#[must_use]
pub const fn orders(operation: &Operation) -> &'static [Order] {
    if let Operation::Atomic { reduces: false, .. } = operation {
        &[
            Order::Relaxed,
            Order::Acquire,
            Order::Release,
            Order::AcquireRelease,
        ]
    } else if let Operation::Load { .. } = operation {
        &[Order::Relaxed, Order::Acquire]
    } else {
        &[Order::Relaxed, Order::Release]
    }
}

/// Whether control goes on elsewhere, or comes back from there.
#[must_use]
pub const fn leaves(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Branch { .. }
            | Operation::BranchIndexed { .. }
            | Operation::Call { .. }
            | Operation::Return
            | Operation::Exit
    )
}

/// Whether threads meet, so that each knows what the others have done.
#[must_use]
pub const fn meets(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Barrier { .. } | Operation::WarpBarrier { .. }
    )
}

/// The functions in which something is done that others notice, or threads meet.
#[must_use]
pub fn touching(setup: &Setup) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (index, function) in setup.module.functions.iter().enumerate() {
            let code = function.body.iter().flat_map(|body| &body.code);
            let mut operations = code.map(|instruction| &instruction.operation);
            if operations.any(|it| touches(it) || meets(it) || calls(it, &found)) {
                found.insert(index);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether an instruction calls one of these functions.
#[must_use]
pub fn calls(operation: &Operation, functions: &BTreeSet<usize>) -> bool {
    matches!(operation, Operation::Call { function, .. } if functions.contains(function))
}
