//! Which instructions a model gives a meaning to. It refuses the others; it never ignores one.

use crate::execution::base::{BaseRelation, BaseSet};
use crate::program::{Instruction, InstructionKind, Program};
use crate::relation::expr::{Definition, Expr, ExprId};
use crate::syntax::ast::{Fence, Proxy};
use crate::syntax::span::Span;

/// What a model accepts beyond ordinary accesses (`spec`: the table in `docs/models.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepts {
    /// `bar`.
    pub barriers: bool,
    /// Accesses through other proxies than the generic one, and proxy fences.
    pub proxies: bool,
}

/// An instruction that a model gives no meaning to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// What it is, in the plural: "barriers".
    pub what: &'static str,
    /// What to do instead.
    pub advice: &'static str,
}

impl Accepts {
    /// What a model written by a user accepts: a feature is accepted if the model speaks of it.
    #[must_use]
    pub fn of(definition: &Definition) -> Self {
        let arena = &definition.arena;
        let mentions = |wanted: &dyn Fn(Expr) -> bool| {
            (0..arena.len())
                .filter_map(|index| u32::try_from(index).ok())
                .any(|index| wanted(arena.get(ExprId(index))))
        };
        Self {
            barriers: mentions(&|expr| {
                matches!(
                    expr,
                    Expr::Set(BaseSet::Barrier) | Expr::Relation(BaseRelation::SyncBarrier)
                )
            }),
            proxies: mentions(&|expr| {
                matches!(
                    expr,
                    Expr::Set(
                        BaseSet::Surface | BaseSet::Texture | BaseSet::Constant | BaseSet::Alias
                    )
                )
            }),
        }
    }

    /// The first instruction of the program that is not accepted.
    #[must_use]
    pub fn refuses(&self, program: &Program) -> Option<Unsupported> {
        program
            .threads
            .iter()
            .flat_map(|thread| &thread.code)
            .filter_map(|instruction| self.refuses_instruction(instruction))
            .min_by_key(|refused| refused.span)
    }

    fn refuses_instruction(self, instruction: &Instruction) -> Option<Unsupported> {
        let refused = |what, advice| {
            Some(Unsupported {
                span: instruction.span,
                what,
                advice,
            })
        };
        match &instruction.kind {
            InstructionKind::Barrier { .. } if !self.barriers => refused(
                "barriers",
                "the ptx models give barriers a meaning; elsewhere write the fences and flags out",
            ),
            InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias) if !self.proxies => {
                refused("proxy fences", "ptx-7.5 gives proxies a meaning")
            }
            InstructionKind::Load { access, .. }
            | InstructionKind::Store { access, .. }
            | InstructionKind::Atomic { access, .. }
                if !self.proxies && access.proxy != Proxy::Generic =>
            {
                refused(
                    "accesses through a proxy",
                    "ptx-7.5 gives proxies a meaning; elsewhere use ld and st",
                )
            }
            _ => None,
        }
    }
}
