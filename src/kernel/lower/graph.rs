//! A thread as a graph of what it does to memory.

use std::sync::Arc;

use crate::kernel::interpret::finding::{Finding, Gap};
use crate::kernel::interpret::state::{Bytes, Taint};
use crate::ptx::operation::{Access, Scope};

use super::cells::Datum;

/// How a thread stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stopped {
    /// It exits.
    Exited,
    /// It does what stops the launch.
    Over,
    /// It goes round a loop oftener than is looked at.
    Beyond,
}

/// What a thread does at a node.
#[derive(Debug, Clone)]
pub enum What {
    /// Reads a cell.
    Read {
        /// Which.
        cell: usize,
        /// How.
        access: Access,
    },
    /// Writes a cell.
    Write {
        /// Which.
        cell: usize,
        /// How.
        access: Access,
        /// What.
        datum: Datum,
        /// The reads that it is computed from.
        data: Taint,
    },
    /// Reads and writes a cell.
    Update {
        /// Which.
        cell: usize,
        /// How.
        access: Access,
        /// Whether what it writes is computed from what it reads.
        uses_old: bool,
        /// `red`, or an atomic that might be written so: nobody sees what it reads.
        reduces: bool,
        /// The reads that its operands are computed from.
        data: Taint,
    },
    /// A fence.
    Fence {
        /// `fence.sc`.
        sequential: bool,
        /// How far.
        scope: Scope,
    },
    /// Waits for others, in a round of its own.
    Meet {
        /// A number for the barrier and the round.
        name: i64,
        /// How many must come, where that is said.
        count: Option<i64>,
        /// Does not wait.
        arrives: bool,
        /// All threads of a warp come to one instruction.
        aligned: bool,
    },
    /// Stops.
    Stop {
        /// How.
        how: Stopped,
        /// What the outputs hold, as far as this thread knows.
        finals: Vec<Arc<Bytes>>,
    },
}

/// What a thread does wrong, or what cannot be told, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// It is wrong: what, function, instruction.
    Found(Finding, usize, usize),
    /// It cannot be told.
    Gap(Gap),
}

/// A way on from a node.
#[derive(Debug, Clone)]
pub struct Edge {
    /// What is read; nothing where nothing is.
    pub on: Option<Datum>,
    /// What is written then, by an update that writes.
    pub new: Option<Datum>,
    /// Where it leads; nothing for a lap that is left out.
    pub to: Option<usize>,
    /// The reads that decided what the thread does on the way.
    pub decided: Taint,
    /// What is to be said of the way.
    pub notes: Vec<Note>,
}

/// A moment at which a thread does something to memory.
#[derive(Debug, Clone)]
pub struct Node {
    /// What.
    pub what: What,
    /// The function and the instruction.
    pub place: (usize, usize),
    /// The reads that its address is computed from.
    pub address: Taint,
    /// The reads that decide whether this instruction is done, and no other.
    pub guard: Taint,
    /// The bit that stands for it in the taints of later nodes.
    pub bit: Option<u32>,
    /// The ways on.
    pub edges: Vec<Edge>,
    /// What is to be said of the thread's being here.
    pub notes: Vec<Note>,
}

/// A thread.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The way to the first.
    pub entry: Option<Edge>,
}

impl What {
    /// The cell that is read.
    #[must_use]
    pub const fn read(&self) -> Option<usize> {
        match self {
            Self::Read { cell, .. } | Self::Update { cell, .. } => Some(*cell),
            Self::Write { .. } | Self::Fence { .. } | Self::Meet { .. } | Self::Stop { .. } => None,
        }
    }
}
