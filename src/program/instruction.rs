//! Instructions with every name resolved.

use super::types::{LocationId, RegisterId};
use crate::syntax::ast::{Access, Arithmetic, AtomicOp, Comparison, Fence, Type};
use crate::syntax::span::Span;

/// An instruction with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// The cell it was written in.
    pub span: Span,
    /// The predicate it runs under: the register, and whether it must be non-zero or zero.
    pub guard: Option<(RegisterId, bool)>,
    /// What it does.
    pub kind: InstructionKind,
}

impl Instruction {
    /// Where it may jump.
    #[must_use]
    pub const fn target(&self) -> Option<usize> {
        match self.kind {
            InstructionKind::Branch { target, .. } => Some(target),
            InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. } => None,
        }
    }

    /// Whether it jumps whatever the registers hold.
    #[must_use]
    pub const fn always_jumps(&self) -> bool {
        self.guard.is_none()
            && matches!(
                self.kind,
                InstructionKind::Branch {
                    condition: None,
                    ..
                }
            )
    }
}

/// Something read: a number or a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number.
    Constant(i64),
    /// A register.
    Register(RegisterId),
}

/// Where an access goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A location named in the instruction.
    Location(LocationId),
    /// The location whose address a register holds.
    Register(RegisterId),
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstructionKind {
    /// Reads memory.
    Load {
        /// Register written.
        dst: RegisterId,
        /// Where.
        target: Target,
        /// How.
        access: Access,
    },
    /// Writes memory.
    Store {
        /// Where.
        target: Target,
        /// What.
        value: Value,
        /// How.
        access: Access,
    },
    /// Reads and writes memory in one step; a failed `cas` only reads.
    Atomic {
        /// Register that gets the old value.
        dst: Option<RegisterId>,
        /// Where.
        target: Target,
        /// What is done to the old value.
        op: AtomicOp,
        /// The operands: one, or for `cas` the expected and the new value.
        operands: Vec<Value>,
        /// How.
        access: Access,
    },
    /// A fence of some kind.
    Fence(Fence),
    /// A barrier.
    Barrier {
        /// Does not wait.
        arrive: bool,
        /// Which logical barrier of the block.
        id: Value,
        /// Which barrier resource: the second operand, or the first where there is none.
        barrier: Value,
        /// How many threads must come.
        quorum: Option<Value>,
    },
    /// Copies a value.
    Move {
        /// Register written.
        dst: RegisterId,
        /// What.
        src: Value,
        /// Operand type.
        ty: Type,
    },
    /// Computes.
    Arithmetic {
        /// What.
        op: Arithmetic,
        /// Register written.
        dst: RegisterId,
        /// Left operand.
        a: Value,
        /// Right operand.
        b: Value,
        /// Operand type.
        ty: Type,
    },
    /// Compares into a register: 1 or 0.
    SetPredicate {
        /// The comparison.
        cmp: Comparison,
        /// Register written.
        dst: RegisterId,
        /// Left operand.
        a: Value,
        /// Right operand.
        b: Value,
        /// Operand type.
        ty: Type,
    },
    /// Jumps.
    Branch {
        /// When; always where there is none. Compared as `.s32`.
        condition: Option<(Comparison, Value, Value)>,
        /// Index into the thread's code; its length is the end.
        target: usize,
    },
}

impl InstructionKind {
    /// The register that it writes.
    #[must_use]
    pub const fn written(&self) -> Option<RegisterId> {
        match self {
            Self::Load { dst, .. }
            | Self::Move { dst, .. }
            | Self::Arithmetic { dst, .. }
            | Self::SetPredicate { dst, .. } => Some(*dst),
            Self::Atomic { dst, .. } => *dst,
            Self::Store { .. } | Self::Fence(_) | Self::Barrier { .. } | Self::Branch { .. } => {
                None
            }
        }
    }

    /// Where it accesses memory, and how.
    #[must_use]
    pub const fn accessed(&self) -> Option<(Target, Access)> {
        match self {
            Self::Load { target, access, .. }
            | Self::Store { target, access, .. }
            | Self::Atomic { target, access, .. } => Some((*target, *access)),
            Self::Fence(_)
            | Self::Barrier { .. }
            | Self::Move { .. }
            | Self::Arithmetic { .. }
            | Self::SetPredicate { .. }
            | Self::Branch { .. } => None,
        }
    }

    /// How it accesses memory, if it does, to be changed.
    pub const fn access_mut(&mut self) -> Option<&mut Access> {
        match self {
            Self::Load { access, .. }
            | Self::Store { access, .. }
            | Self::Atomic { access, .. } => Some(access),
            Self::Fence(_)
            | Self::Barrier { .. }
            | Self::Move { .. }
            | Self::Arithmetic { .. }
            | Self::SetPredicate { .. }
            | Self::Branch { .. } => None,
        }
    }

    /// Whether a thread may stay here for ever, where it is at this place of its code: at a barrier that it waits at,
    /// or in a loop that a branch back makes.
    #[must_use]
    pub const fn may_stay(&self, at: usize) -> bool {
        match self {
            Self::Barrier { arrive, .. } => !*arrive,
            Self::Branch { target, .. } => *target <= at,
            Self::Load { .. }
            | Self::Store { .. }
            | Self::Atomic { .. }
            | Self::Fence(_)
            | Self::Move { .. }
            | Self::Arithmetic { .. }
            | Self::SetPredicate { .. } => false,
        }
    }

    /// Whether it is a reduction: `red`, or an atomic whose result is `_` and that `red` can do too (the PTX
    /// ISA, `atom`: simple reductions may be written so). What it reads no instruction gets to see.
    #[must_use]
    pub const fn is_reduction(&self) -> bool {
        match self {
            Self::Atomic { dst, op, .. } => {
                dst.is_none() && !matches!(op, AtomicOp::Exch | AtomicOp::Cas)
            }
            Self::Load { .. }
            | Self::Store { .. }
            | Self::Fence(_)
            | Self::Barrier { .. }
            | Self::Move { .. }
            | Self::Arithmetic { .. }
            | Self::SetPredicate { .. }
            | Self::Branch { .. } => false,
        }
    }
}
