//! Which instructions a model gives a meaning to. It refuses the others; it never ignores one.

use super::relation::base::{BaseRelation, BaseSet};
use super::relation::expr::{Definition, Expr, ExprId};
use crate::program::{Instruction, InstructionKind, Program};
use crate::syntax::ast::{Access, Fence, Order, Proxy, Scope};
use crate::syntax::span::Span;
use crate::ugpu::machine as ugpu;

/// What a model accepts beyond ordinary accesses (`spec`: the table in `docs/models.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent features, no state machine"
)]
pub struct Accepts {
    /// `membar` and `fence` of any kind but proxy fences.
    pub fences: bool,
    /// `bar`.
    pub barriers: bool,
    /// Accesses through other proxies than the generic one, and proxy fences.
    pub proxies: bool,
    /// `.sc` accesses, remote ones, and the scopes `.warp` and `.thread`: what PTX does not have.
    pub beyond_ptx: bool,
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

impl From<ugpu::Unsupported> for Unsupported {
    fn from(refused: ugpu::Unsupported) -> Self {
        let ugpu::Unsupported { span, what, advice } = refused;
        Self { span, what, advice }
    }
}

impl Accepts {
    /// What PTX has, before it had proxies.
    pub const PTX: Self = Self {
        fences: true,
        barriers: true,
        proxies: false,
        beyond_ptx: false,
    };

    /// What PTX has, proxies among it.
    pub const PTX_PROXIES: Self = Self {
        proxies: true,
        ..Self::PTX
    };

    /// What the HRF models have: ordered atomics, and no fences.
    pub const HRF: Self = Self {
        fences: false,
        barriers: false,
        proxies: false,
        beyond_ptx: true,
    };

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
            fences: true,
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
            beyond_ptx: true,
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
        let (what, advice) = match &instruction.kind {
            InstructionKind::Barrier { .. } if !self.barriers => (
                "barriers",
                "the ptx models give barriers a meaning; elsewhere write the fences and flags out",
            ),
            InstructionKind::Fence(fence) => self.refuses_fence(*fence)?,
            InstructionKind::Load { access, .. }
            | InstructionKind::Store { access, .. }
            | InstructionKind::Atomic { access, .. } => self.refuses_access(*access)?,
            InstructionKind::Barrier { .. }
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

    const fn refuses_fence(self, fence: Fence) -> Option<Refusal> {
        match fence {
            Fence::Proxy(_) | Fence::Alias if !self.proxies => {
                Some(("proxy fences", "ptx-7.5 gives proxies a meaning"))
            }
            Fence::Sc(_) | Fence::AcqRel(_) if !self.fences => Some((
                "fences",
                "the hrf models have none: order the atomics themselves, with acquire and release",
            )),
            Fence::Sc(scope) | Fence::AcqRel(scope) => self.refuses_scope(scope),
            Fence::Proxy(_) | Fence::Alias | Fence::Hole => None,
        }
    }

    fn refuses_access(self, access: Access) -> Option<Refusal> {
        if !self.proxies && access.proxy != Proxy::Generic {
            return Some((
                "accesses through a proxy",
                "ptx-7.5 gives proxies a meaning; elsewhere use ld and st",
            ));
        }
        if self.beyond_ptx || access.order == Order::Weak {
            return None;
        }
        if access.remote {
            return Some((
                "remote accesses",
                "PTX has none; hrf-rsp gives them a meaning",
            ));
        }
        if access.order == Order::Sc {
            return Some((
                "accesses with `.sc`",
                "PTX has only fences of that kind: put a `fence.sc` before an access that \
                 acquires, releases or is relaxed",
            ));
        }
        self.refuses_scope(access.scope)
    }

    const fn refuses_scope(self, scope: Scope) -> Option<Refusal> {
        match scope {
            Scope::Warp | Scope::Thread if !self.beyond_ptx => Some((
                "the scopes `.warp` and `.thread`",
                "the narrowest scope of PTX is `.cta`; the hrf models have narrower ones",
            )),
            Scope::Thread | Scope::Warp | Scope::Cta | Scope::Gpu | Scope::Sys => None,
        }
    }
}

/// What is refused, and the advice.
type Refusal = (&'static str, &'static str);
