//! Changes of a program: how one instruction accesses memory.
//!
//! A search for a better program (a wider scope that mends a race, a weaker order that still
//! suffices) applies edits to a copy and asks again. The copy keeps the text and the places of the
//! original: an edit changes what an instruction means, not what is written.
//!
//! ```
//! use gpu_litmus::load;
//! use gpu_litmus::program::edit::{AccessEdit, InstructionId, apply};
//! use gpu_litmus::program::ThreadId;
//! use gpu_litmus::syntax::ast::{Order, Scope};
//!
//! let program = load("t", "PTX T\n{}\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nexists (x == 1)")?;
//! let at = InstructionId { thread: ThreadId(0), index: 0 };
//! let release = AccessEdit { at, order: Order::Release, scope: Scope::Gpu, remote: false };
//! let edited = apply(&program, &[release])?;
//! assert_eq!(at.access(&edited).map(|access| access.order), Some(Order::Release));
//! // A store cannot acquire.
//! let acquire = AccessEdit { order: Order::Acquire, ..release };
//! assert!(apply(&program, &[acquire]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use super::edits::CellId;
use crate::program::{InstructionKind, Program, ThreadId};
use crate::syntax::ast::{Access, Operation, Order, Proxy, Scope, Statement, Test};
use crate::syntax::print::Spelling;

/// An instruction of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstructionId {
    /// Its thread.
    pub thread: ThreadId,
    /// Its index in the thread's code.
    pub index: usize,
}

/// A new order and scope for an instruction that accesses memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessEdit {
    /// Which instruction.
    pub at: InstructionId,
    /// Its new order.
    pub order: Order,
    /// Its new scope; means nothing for [`Order::Weak`].
    pub scope: Scope,
    /// Whether it is remote (an `rm_` order).
    pub remote: bool,
}

/// An edit that leads to no instruction of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessError {
    /// There is no such instruction, or it does not access memory.
    NoAccess(InstructionId),
    /// The instruction cannot have the order: a load does not release.
    Order(InstructionId, Order),
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAccess(at) => {
                write!(
                    f,
                    "instruction {} of {} accesses no memory",
                    at.index, at.thread
                )
            }
            Self::Order(at, order) => write!(
                f,
                "instruction {} of {} cannot have the order {order:?}",
                at.index, at.thread
            ),
        }
    }
}

impl std::error::Error for AccessError {}

/// What an instruction that accesses memory does to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    /// It reads.
    Load,
    /// It writes.
    Store,
    /// It does both at once.
    Atomic,
}

impl AccessKind {
    /// The kind of an instruction, and how it accesses memory.
    #[must_use]
    pub const fn of(kind: &InstructionKind) -> Option<(Self, Access)> {
        match kind {
            InstructionKind::Load { access, .. } => Some((Self::Load, *access)),
            InstructionKind::Store { access, .. } => Some((Self::Store, *access)),
            InstructionKind::Atomic { access, .. } => Some((Self::Atomic, *access)),
            InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Branch { .. } => None,
        }
    }

    /// The kind of an operation, if it accesses memory.
    #[must_use]
    pub const fn of_operation(operation: &Operation) -> Option<(Self, Access)> {
        match operation {
            Operation::Load { access, .. } => Some((Self::Load, *access)),
            Operation::Store { access, .. } => Some((Self::Store, *access)),
            Operation::Atomic { access, .. } => Some((Self::Atomic, *access)),
            Operation::Fence(_)
            | Operation::Barrier { .. }
            | Operation::Move { .. }
            | Operation::Arithmetic { .. }
            | Operation::SetPredicate { .. }
            | Operation::Branch { .. } => None,
        }
    }

    /// Whether an access through a proxy can have an order, and be remote.
    #[must_use]
    pub fn accepts(self, proxy: Proxy, order: Order, remote: bool) -> bool {
        let ordering = matches!(order, Order::Acquire | Order::Release | Order::AcqRel);
        // Accesses through other proxies are weak.
        let reached = proxy == Proxy::Generic || order == Order::Weak;
        self.can_be(order) && reached && (ordering || !remote)
    }

    /// Whether an access of this kind can have an order.
    #[must_use]
    pub const fn can_be(self, order: Order) -> bool {
        match order {
            Order::Relaxed | Order::Sc => true,
            Order::Weak => !matches!(self, Self::Atomic),
            Order::Acquire => !matches!(self, Self::Store),
            Order::Release => !matches!(self, Self::Load),
            Order::AcqRel => matches!(self, Self::Atomic),
        }
    }
}

impl InstructionId {
    /// The cell that it stands in; labels have cells, but are no instructions.
    #[must_use]
    pub fn cell(self, test: &Test) -> Option<CellId> {
        let cells = &test.threads.get(self.thread.0)?.cells;
        let is_instruction = |statement: &Statement| match statement {
            Statement::Instruction { .. } => true,
            Statement::Label(_) => false,
        };
        let mut instructions = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| is_instruction(&cell.node));
        let (cell, _) = instructions.nth(self.index)?;
        Some(CellId {
            thread: self.thread.0,
            cell,
        })
    }

    /// The kind of the access, if it is one.
    #[must_use]
    pub fn kind(self, program: &Program) -> Option<AccessKind> {
        Some(AccessKind::of(self.instruction(program)?)?.0)
    }

    /// How it accesses memory, if it does.
    #[must_use]
    pub fn access(self, program: &Program) -> Option<Access> {
        Some(AccessKind::of(self.instruction(program)?)?.1)
    }

    /// How it accesses memory, if it does, to be changed.
    pub fn access_mut(self, program: &mut Program) -> Option<&mut Access> {
        let thread = program.threads.get_mut(self.thread.0)?;
        thread.code.get_mut(self.index)?.kind.access_mut()
    }

    fn instruction(self, program: &Program) -> Option<&InstructionKind> {
        let thread = program.threads.get(self.thread.0)?;
        Some(&thread.code.get(self.index)?.kind)
    }
}

impl AccessEdit {
    /// The edit that changes nothing.
    #[must_use]
    pub fn none(program: &Program, at: InstructionId) -> Option<Self> {
        at.access(program).map(|access| Self {
            at,
            order: access.order,
            scope: access.scope,
            remote: access.remote,
        })
    }

    /// The instruction as it is written, with the change.
    #[must_use]
    pub fn written(&self, text: &str, spelling: Spelling) -> String {
        spelling.rewrite(text, self.order, self.scope, self.remote)
    }

    /// Makes the change.
    ///
    /// # Errors
    ///
    /// It leads to no instruction of the language; the program is as it was.
    pub fn apply(self, program: &mut Program) -> Result<(), AccessError> {
        let kind = self
            .at
            .kind(program)
            .ok_or(AccessError::NoAccess(self.at))?;
        match self.at.access_mut(program) {
            Some(access) if kind.accepts(access.proxy, self.order, self.remote) => {
                access.order = self.order;
                access.scope = self.order.scope(self.scope);
                access.remote = self.remote;
                Ok(())
            }
            Some(_) => Err(AccessError::Order(self.at, self.order)),
            None => Err(AccessError::NoAccess(self.at)),
        }
    }
}

/// A copy of the program with the edits, each applied in turn.
///
/// # Errors
///
/// The first edit that leads to no instruction of the language.
pub fn apply(program: &Program, edits: &[AccessEdit]) -> Result<Program, AccessError> {
    let mut result = program.clone();
    for edit in edits {
        edit.apply(&mut result)?;
    }
    Ok(result)
}

/// Whose names of scopes the text of a program has.
#[must_use]
pub fn spelling(program: &Program) -> Spelling {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    let accesses = code.filter(|instruction| AccessKind::of(&instruction.kind).is_some());
    Spelling::of_accesses(accesses.map(|instruction| program.source.slice(instruction.span)))
}
