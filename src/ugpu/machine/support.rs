//! What the models refuse: orders, remote operations, barriers, proxies.

use crate::program::{Instruction, InstructionKind, Program};
use crate::syntax::ast::{Access, Fence, Order, Proxy};
use crate::syntax::span::Span;

/// An instruction that these models give no meaning to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// The instruction.
    pub span: Span,
    /// What it is, in the plural: "barriers".
    pub what: &'static str,
    /// What to do instead.
    pub advice: &'static str,
}

/// Looks for the first instruction that is not supported.
///
/// # Errors
/// When there is one.
pub fn supported(program: &Program) -> Result<(), Unsupported> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    let first = code
        .filter_map(refused)
        .min_by_key(|refused| (refused.span, refused.what));
    first.map_or(Ok(()), Err)
}

fn refused(instruction: &Instruction) -> Option<Unsupported> {
    let (what, advice) = match &instruction.kind {
        InstructionKind::Barrier { .. } => (
            "barriers",
            "the ptx models give barriers a meaning; elsewhere write the fences and flags out",
        ),
        InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias) => {
            ("proxy fences", "ptx-7.5 gives proxies a meaning")
        }
        InstructionKind::Load { access, .. }
        | InstructionKind::Store { access, .. }
        | InstructionKind::Atomic { access, .. } => refused_access(*access)?,
        InstructionKind::Fence(_)
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => return None,
    };
    Some(Unsupported {
        span: instruction.span,
        what,
        advice,
    })
}

fn refused_access(access: Access) -> Option<(&'static str, &'static str)> {
    if access.remote {
        return Some(("remote orders", "hrf-rsp gives them a meaning"));
    }
    if access.proxy != Proxy::Generic {
        return Some((
            "accesses through a proxy",
            "ptx-7.5 gives proxies a meaning; elsewhere use ld and st",
        ));
    }
    match access.order {
        Order::Weak | Order::Relaxed => None,
        Order::Acquire | Order::Release | Order::AcqRel | Order::Sc => Some((
            "accesses with an order",
            "these models know weak and relaxed accesses, and fences to order them",
        )),
    }
}
