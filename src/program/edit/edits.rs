//! Changes of a test as values.

use crate::syntax::ast::{Operation, Order, Scope, Space};

/// A cell below the header row; labels have one, empty cells do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId {
    /// Which thread, from the left.
    pub thread: usize,
    /// Which of its cells, from the top.
    pub cell: usize,
}

/// One of the two conditions of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// The filter.
    Filter,
    /// What is asked.
    Condition,
}

/// A name with what it names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// A location or an alias.
    Location(String),
    /// A register of the thread with this number.
    Register(u32, String),
    /// A label of the thread with this number.
    Label(u32, String),
}

/// A change of a test. All places are those of the test as it was before any change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Puts an instruction before a cell, or at the end of a thread.
    Insert {
        /// The cell; the one after the last for the end.
        before: CellId,
        /// What it does.
        operation: Operation,
    },
    /// Puts an operation in the place of one; its predicate stays.
    Replace {
        /// An instruction.
        at: CellId,
        /// What it does now.
        operation: Operation,
    },
    /// Gives an access another order and scope.
    Access {
        /// An instruction that accesses memory.
        at: CellId,
        /// Its order.
        order: Order,
        /// Its scope; means nothing for [`Order::Weak`].
        scope: Scope,
        /// Whether it is remote (an `rm_` order).
        remote: bool,
    },
    /// Takes out an instruction or a label.
    Remove(CellId),
    /// Puts a thread elsewhere.
    Place {
        /// Which thread, from the left.
        thread: usize,
        /// `warp N`.
        warp: Option<u32>,
        /// `cta N`.
        cta: u32,
        /// `gpu N`.
        gpu: u32,
    },
    /// Puts a location into a memory space. It is declared if it was not, and accesses of it, or
    /// through a register, name no state space any more.
    Space {
        /// Its name.
        location: String,
        /// Where it goes.
        space: Space,
    },
    /// Takes out a thread, what is declared of it, and the comparisons that name its registers.
    RemoveThread(usize),
    /// Takes out a declaration.
    RemoveDeclaration(usize),
    /// Takes out the filter.
    RemoveFilter,
    /// Takes out a conjunct or disjunct. They are counted from the left, an outer one before those
    /// within it ([`parts`](super::parts)).
    RemovePart(Claim, usize),
    /// Takes out the comparisons that name a register of a thread.
    RemoveComparisons {
        /// The number of the thread.
        thread: u32,
        /// The register.
        register: String,
    },
    /// Gives something another name, everywhere.
    Rename {
        /// What.
        name: Name,
        /// Its new name.
        to: String,
    },
}

/// Why a test cannot be changed like this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such thread.
    #[error("the test has no thread {0}, counted from 0")]
    NoThread(usize),
    /// There is no such cell.
    #[error("thread {} has no cell {}, counted from 0", .0.thread, .0.cell)]
    NoCell(CellId),
    /// The cell holds a label.
    #[error("cell {} of thread {} is no instruction", .0.cell, .0.thread)]
    NoInstruction(CellId),
    /// The instruction does not access memory.
    #[error("cell {} of thread {} accesses no memory", .0.cell, .0.thread)]
    NoAccess(CellId),
    /// The instruction cannot have the order: a load does not release.
    #[error("the access in cell {} of thread {} cannot have the order {order:?}", .at.cell, .at.thread)]
    Order {
        /// The access.
        at: CellId,
        /// The order.
        order: Order,
    },
    /// There is no such declaration.
    #[error("the test has no declaration {0}, counted from 0")]
    NoDeclaration(usize),
    /// There is no filter, or no such part of a condition.
    #[error("the test has no such part of its filter or condition")]
    NoPart,
    /// Nothing would be left of the condition.
    #[error("nothing would be left of the condition")]
    NoCondition,
    /// Nothing would be left of the table.
    #[error("no thread would be left")]
    NoThreads,
    /// Nothing has the name.
    #[error("nothing has the name `{0}`")]
    NoName(String),
    /// It cannot be a name.
    #[error("`{0}` cannot be a name")]
    BadName(String),
    /// Something else has the name.
    #[error("the name `{0}` is taken")]
    Taken(String),
    /// The name is that of an alias, whose memory is another location's.
    #[error("`{0}` is an alias, and has no memory of its own")]
    Alias(String),
    /// Two edits change the same thing.
    #[error("two edits change the same thing")]
    Conflict,
    /// The text is not that of the tree.
    #[error("the text is not the one that the test was read from")]
    OtherText,
    /// The changed text does not say what it should.
    #[error("internal error: the changed text says something else; please report this test")]
    Inexact,
}
