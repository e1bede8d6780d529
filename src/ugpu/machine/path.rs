//! One way through a thread: its memory operations, and what each waits for.

use std::ops::Range;

use super::expr::{Arena, ExprId, Mask};
use crate::program::LocationId;
use crate::syntax::ast::{AtomicOp, Scope, Type};

/// What was decided where a path forks: what holds depends on reads, so it is guessed first and
/// checked as soon as the values are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// A branch was taken, or a predicate held; or not.
    Flow(bool),
    /// An address is that of this location.
    Address(LocationId),
    /// After a lap that leaves no register to the next, the thread stays in it for ever; or not.
    Stay(bool),
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpKind {
    /// A load.
    Load(Type),
    /// A store of a value.
    Store(ExprId),
    /// A read-modify-write.
    Update {
        /// What is done to the old value.
        op: AtomicOp,
        /// With what.
        operands: Vec<ExprId>,
        /// At which type.
        ty: Type,
        /// For whom.
        scope: Scope,
    },
    /// A fence.
    Fence(Scope),
}

/// A memory operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    /// Index of the instruction.
    pub instruction: usize,
    /// What it does.
    pub kind: OpKind,
    /// The memory it accesses; none for a fence.
    pub location: Option<LocationId>,
    /// The reads that its address and operands depend on.
    pub operands: Mask,
    /// The reads that the branches before it depend on.
    pub branches: Mask,
}

impl Op {
    /// Whether it reads a cell.
    #[must_use]
    pub const fn reads(&self) -> bool {
        matches!(self.kind, OpKind::Load(_) | OpKind::Update { .. })
    }

    /// Whether it only reads.
    #[must_use]
    pub const fn is_load(&self) -> bool {
        matches!(self.kind, OpKind::Load(_))
    }

    /// Whether it is a fence.
    #[must_use]
    pub const fn is_fence(&self) -> bool {
        matches!(self.kind, OpKind::Fence(_))
    }
}

/// What must be so for a path to be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraint {
    /// This expression
    pub expr: ExprId,
    /// has this value.
    pub value: i64,
}

/// A lap of a loop that leaves no register to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The operations of the lap, among those of its path.
    pub ops: Range<usize>,
    /// The reads that the branches up to its end depend on.
    pub decides: Mask,
}

/// A way through a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// Its operations in program order.
    pub ops: Vec<Op>,
    /// Its expressions.
    pub arena: Arena,
    /// What the registers hold at the end.
    pub registers: Vec<ExprId>,
    /// What its decisions say of the reads.
    pub constraints: Vec<Constraint>,
    /// Its decisions.
    pub decisions: Vec<Decision>,
    /// The laps on it that leave no register to the next, one that is too many among them.
    pub turns: Vec<Turn>,
    /// It ended at the loop bound, not at the end of the thread.
    pub truncated: bool,
    /// The index of the instruction that ended it, where it did not come to the end of the thread.
    pub jump: usize,
    /// It ended in its last lap, where the thread stays for ever.
    pub stays: bool,
}

impl Path {
    /// All its operations.
    #[must_use]
    pub fn all(&self) -> Mask {
        self.select(|_| true)
    }

    /// The operations for which something holds.
    pub fn select(&self, wanted: impl Fn(&Op) -> bool) -> Mask {
        let chosen = self.ops.iter().enumerate().filter(|(_, op)| wanted(op));
        chosen.fold(0, |mask, (index, _)| mask | 1 << index)
    }

    /// Whether no constraint is violated, as far as the values are known.
    #[must_use]
    pub fn consistent(&self, known: Mask, reads: &[i64]) -> bool {
        self.constraints.iter().all(|constraint| {
            self.arena.reads(constraint.expr) & !known != 0
                || self.arena.value(constraint.expr, reads) == constraint.value
        })
    }
}
