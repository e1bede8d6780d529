//! The gaps of a thread: where a fence could stand.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::flow::successors;
use crate::program::{Instruction, InstructionKind, Thread};
use crate::syntax::ast::Fence;

/// The instructions before which there is a gap.
pub(super) fn gaps(thread: &Thread) -> BTreeSet<usize> {
    let code = &thread.code;
    let after = leads_to_access(thread);
    let before = comes_from_access(thread);
    let targets: BTreeSet<usize> = jumps(thread).map(|(_, target)| target).collect();
    let mut found = BTreeSet::new();
    // Whether the gap before this instruction has a place already.
    let mut placed = false;
    for (at, instruction) in code.iter().enumerate() {
        if targets.contains(&at) {
            placed = false;
        }
        match instruction.kind {
            InstructionKind::Fence(Fence::Sc(_) | Fence::AcqRel(_) | Fence::Hole) => {
                placed |= instruction.guard.is_none();
            }
            InstructionKind::Branch { target, .. } => {
                // Where nothing is left to order at the target, the place behind the branch will do.
                let matters = after.get(target).is_some_and(|&leads| leads);
                if matters && before[at] && !placed {
                    found.insert(at);
                }
                placed = false;
            }
            _ if is_operation(instruction) => {
                if before[at] && after[at] && !placed {
                    found.insert(at);
                }
                placed = false;
            }
            _ => {}
        }
    }
    found
}

/// The instructions before which a proxy fence could stand: operations, branches, and fences too, as
/// it matters on which side of one it is.
pub(super) fn proxy_gaps(thread: &Thread) -> BTreeSet<usize> {
    let (after, before) = (leads_to_access(thread), comes_from_access(thread));
    let leads = |at: usize| after.get(at).is_some_and(|&leads| leads);
    let jumps: BTreeMap<usize, usize> = jumps(thread).collect();
    let code = thread.code.iter().enumerate();
    code.filter(|&(at, instruction)| {
        let behind = match jumps.get(&at) {
            Some(&target) => leads(target),
            None => (is_operation(instruction) || is_fence(instruction)) && leads(at),
        };
        before[at] && behind
    })
    .map(|(at, _)| at)
    .collect()
}

/// The jumps of a thread, each with where it goes.
fn jumps(thread: &Thread) -> impl Iterator<Item = (usize, usize)> {
    let code = thread.code.iter().enumerate();
    code.filter_map(|(at, instruction)| match instruction.kind {
        InstructionKind::Branch { target, .. } => Some((at, target)),
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Atomic { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. } => None,
    })
}

/// Whether it is the fence of a gap.
const fn is_fence(instruction: &Instruction) -> bool {
    matches!(
        instruction.kind,
        InstructionKind::Fence(Fence::Sc(_) | Fence::AcqRel(_) | Fence::Hole)
    )
}

/// The places of a thread that it passes once whatever it does: those before its operations, and its
/// end. Only there can it meet others at a barrier in every execution.
pub(super) fn straight_places(thread: &Thread) -> BTreeSet<usize> {
    let end = thread.code.len();
    let jumps: Vec<(usize, usize)> = jumps(thread).collect();
    let passed = |place: usize| {
        let around = |&(at, target): &(usize, usize)| {
            at < place && place < target || target <= place && place <= at
        };
        !jumps.iter().any(around)
    };
    let operations = (0..end).filter(|&at| is_operation(&thread.code[at]));
    let places = operations.chain([end]);
    places.filter(|&place| passed(place)).collect()
}

/// What a fence can stand between.
const fn is_operation(instruction: &Instruction) -> bool {
    matches!(
        instruction.kind,
        InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
            | InstructionKind::Barrier { .. }
            | InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias)
    )
}

/// Whether an operation can follow from each instruction on, it included.
fn leads_to_access(thread: &Thread) -> Vec<bool> {
    let size = thread.code.len();
    let mut leads = vec![false; size + 1];
    loop {
        let mut changed = false;
        for at in (0..size).rev() {
            let now = is_operation(&thread.code[at])
                || successors(thread, at)
                    .into_iter()
                    .any(|next| leads.get(next).is_some_and(|&leads| leads));
            changed |= now != leads[at];
            leads[at] = now;
        }
        if !changed {
            return leads;
        }
    }
}

/// Whether an operation can have happened before each instruction.
fn comes_from_access(thread: &Thread) -> Vec<bool> {
    let size = thread.code.len();
    let mut comes = vec![false; size + 1];
    loop {
        let mut changed = false;
        for at in 0..size {
            if !(comes[at] || is_operation(&thread.code[at])) {
                continue;
            }
            for next in successors(thread, at) {
                if let Some(comes) = comes.get_mut(next) {
                    changed |= !std::mem::replace(comes, true);
                }
            }
        }
        if !changed {
            return comes;
        }
    }
}
