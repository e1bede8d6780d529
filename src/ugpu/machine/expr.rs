//! What a register holds, in terms of what the operations of the thread read.

use crate::program::value::{compare_as, compute, fit};
use crate::syntax::ast::{Arithmetic, Comparison, Type};

/// A set of operations of one thread.
pub type Mask = u128;

/// The most operations that a thread can have.
pub const MOST_OPS: usize = 128;

/// Index of an expression in its [`Arena`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    Constant(i64),
    Read(usize),
    Fit(Type, ExprId),
    Compute(Arithmetic, Type, ExprId, ExprId),
    Compare(Comparison, Type, ExprId, ExprId),
}

/// The expressions of one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arena {
    nodes: Vec<(Node, Mask)>,
}

impl Arena {
    fn push(&mut self, node: Node, reads: Mask) -> ExprId {
        self.nodes.push((node, reads));
        ExprId(self.nodes.len() - 1)
    }

    /// Computes at once what depends on no read.
    fn fold(&mut self, node: Node, reads: Mask) -> ExprId {
        let id = self.push(node, reads);
        if reads != 0 {
            return id;
        }
        let value = self.value(id, &[]);
        self.push(Node::Constant(value), 0)
    }

    /// A number.
    pub fn constant(&mut self, value: i64) -> ExprId {
        self.push(Node::Constant(value), 0)
    }

    /// What an operation reads.
    pub fn read(&mut self, op: usize) -> ExprId {
        let mask = if op < MOST_OPS { 1 << op } else { 0 };
        self.push(Node::Read(op), mask)
    }

    /// Cut to a type.
    pub fn fit(&mut self, ty: Type, inner: ExprId) -> ExprId {
        self.fold(Node::Fit(ty, inner), self.reads(inner))
    }

    /// A computation.
    pub fn compute(&mut self, op: Arithmetic, ty: Type, a: ExprId, b: ExprId) -> ExprId {
        self.fold(Node::Compute(op, ty, a, b), self.reads(a) | self.reads(b))
    }

    /// A comparison: 1 or 0.
    pub fn compare(&mut self, cmp: Comparison, ty: Type, a: ExprId, b: ExprId) -> ExprId {
        self.fold(Node::Compare(cmp, ty, a, b), self.reads(a) | self.reads(b))
    }

    /// The reads it is computed from.
    #[must_use]
    pub fn reads(&self, id: ExprId) -> Mask {
        self.nodes[id.0].1
    }

    /// The value, if it depends on no read.
    #[must_use]
    pub fn known(&self, id: ExprId) -> Option<i64> {
        (self.reads(id) == 0).then(|| self.value(id, &[]))
    }

    /// The value, given what was read; a read not given counts as 0.
    #[must_use]
    pub fn value(&self, id: ExprId, reads: &[i64]) -> i64 {
        match self.nodes[id.0].0 {
            Node::Constant(value) => value,
            Node::Read(op) => reads.get(op).copied().unwrap_or(0),
            Node::Fit(ty, inner) => fit(self.value(inner, reads), ty),
            Node::Compute(op, ty, a, b) => {
                compute(op, self.value(a, reads), self.value(b, reads), ty)
            }
            Node::Compare(cmp, ty, a, b) => {
                compare_as(cmp, self.value(a, reads), self.value(b, reads), ty).into()
            }
        }
    }
}
