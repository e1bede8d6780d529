//! What the models here refuse: barriers and proxies, the HRF models fences, and the PTX models what
//! PTX does not have.

use super::models::Model;
use crate::program::{Instruction, InstructionKind, Program};
use crate::syntax::ast::{Access, Fence, Order, Proxy, Scope};
use crate::syntax::span::Span;

/// An instruction that the model gives no meaning to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// The instruction.
    pub span: Span,
    /// What it is: `barrier`, say.
    pub what: &'static str,
}

/// Looks for the first instruction that is not supported.
///
/// # Errors
/// When there is one.
pub fn supported(program: &Program, model: Model) -> Result<(), Unsupported> {
    let ptx = model.ptx().is_some();
    let alias = program.locations.iter().find(|place| place.proxy.is_some());
    if let Some(alias) = alias.filter(|_| ptx) {
        return Err(Unsupported {
            span: alias.span,
            what: "alias",
        });
    }
    let mut code = program.threads.iter().flat_map(|thread| &thread.code);
    code.try_for_each(|instruction| match refused(instruction, model) {
        Some(what) => Err(Unsupported {
            span: instruction.span,
            what,
        }),
        None => Ok(()),
    })
}

fn refused(instruction: &Instruction, model: Model) -> Option<&'static str> {
    let ptx = model.ptx().is_some();
    match &instruction.kind {
        InstructionKind::Barrier { .. } => Some("barrier"),
        InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias) => Some("proxy fence"),
        InstructionKind::Fence(Fence::Sc(_) | Fence::AcqRel(_)) if model.hrf().is_some() => {
            Some("fence")
        }
        InstructionKind::Load { access, .. }
        | InstructionKind::Store { access, .. }
        | InstructionKind::Atomic { access, .. } => {
            if access.proxy != Proxy::Generic {
                Some("proxied access")
            } else if ptx {
                beyond_ptx(*access)
            } else {
                None
            }
        }
        InstructionKind::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) if ptx => narrow(*scope),
        InstructionKind::Fence(_)
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => None,
    }
}

fn beyond_ptx(access: Access) -> Option<&'static str> {
    match access.order {
        Order::Weak => None,
        Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel | Order::Sc
            if access.remote =>
        {
            Some("remote access")
        }
        Order::Sc => Some("`.sc` access"),
        Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel => narrow(access.scope),
    }
}

fn narrow(scope: Scope) -> Option<&'static str> {
    matches!(scope, Scope::Thread | Scope::Warp).then_some("scope below `.cta`")
}
