//! What the models of coherence refuse: barriers and proxies.

use crate::program::{Instruction, InstructionKind, Program};
use crate::syntax::ast::{Access, Fence, Proxy};
use crate::syntax::span::Span;

/// An instruction that no model of coherence gives a meaning to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// The instruction.
    pub span: Span,
    /// What it is: `barrier`, `proxied access` or `proxy fence`.
    pub what: &'static str,
}

/// Looks for the first instruction that is not supported.
///
/// # Errors
/// When there is one.
pub fn supported(program: &Program) -> Result<(), Unsupported> {
    let mut code = program.threads.iter().flat_map(|thread| &thread.code);
    code.try_for_each(|instruction| match refused(instruction) {
        Some(what) => Err(Unsupported {
            span: instruction.span,
            what,
        }),
        None => Ok(()),
    })
}

fn refused(instruction: &Instruction) -> Option<&'static str> {
    match &instruction.kind {
        InstructionKind::Barrier { .. } => Some("barrier"),
        InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias) => Some("proxy fence"),
        InstructionKind::Load { access, .. }
        | InstructionKind::Store { access, .. }
        | InstructionKind::Atomic { access, .. } => proxied(*access).then_some("proxied access"),
        _ => None,
    }
}

fn proxied(access: Access) -> bool {
    access.proxy != Proxy::Generic
}
