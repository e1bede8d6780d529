//! A thread as a graph of what it does to memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::kernel::interpret::finding::{Finding, Gap};
use crate::kernel::interpret::state::{Bytes, Taint};
use crate::ptx::operation::{Access, Scope};

use super::cells::{Cell, Datum};
use super::meetings::{Meeting, Round};

/// How a thread stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stopped {
    /// It exits.
    Exited,
    /// It does what stops the launch.
    Over,
    /// It does the same for ever, and nobody notices.
    Spins,
    /// It goes round a loop oftener than is looked at.
    Beyond,
}

/// A thread meets others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is said of an instruction of its own"
)]
pub struct Meet {
    /// The barrier, or the instruction of a warp.
    pub with: Meeting,
    /// Which time.
    pub round: Round,
    /// Does not wait.
    pub arrives: bool,
    /// All threads of a warp come to one instruction.
    pub aligned: bool,
    /// Orders what comes before and after it in memory; the instructions of a warp that exchange values do not.
    pub orders: bool,
    /// Whether what others say decides what comes after it.
    pub hears: bool,
    /// What it says to the others, and the reads that this is computed from; nothing where it only arrives.
    pub says: Option<(Datum, Taint)>,
}

/// What a thread does at a node.
#[derive(Debug, Clone)]
pub enum What {
    /// Reads a cell.
    Read {
        /// Which.
        cell: usize,
        /// The bytes of the operation.
        of: Cell,
        /// How.
        access: Access,
    },
    /// Writes a cell.
    Write {
        /// Which.
        cell: usize,
        /// The bytes of the operation.
        of: Cell,
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
        /// The bytes of the operation.
        of: Cell,
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
    Meet(Meet),
    /// Asks which lanes are active: for each way on, with whom it is, and how often it was with them before.
    Gather(Vec<(Meeting, Round)>),
    /// A value that is not known decides, in each of the ways on otherwise.
    Choose,
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
    /// It reads what was not expected.
    Unexpected,
}

/// What others say where they meet: each with who says it, one of these, and nothing for one that never comes.
pub type Given = Vec<(usize, Vec<Option<Datum>>)>;

/// A way on from a node.
#[derive(Debug, Clone)]
pub struct Edge {
    /// What is read; nothing where nothing is.
    pub on: Option<Datum>,
    /// What is written then, by an update that writes.
    pub new: Option<Datum>,
    /// What it then writes to the cells that the nodes before this one have read for it, the first first.
    pub also: Vec<Datum>,
    /// What others say where they meet: one of the lists, and no list where it is all the same.
    pub given: Vec<Given>,
    /// Where it leads; nothing for a lap that is left out.
    pub to: Option<usize>,
    /// The reads that decided what the thread does on the way.
    pub decided: Taint,
    /// The reads that addresses of what nobody else notices on the way are computed from.
    pub wandered: Taint,
    /// Whether the thread keeps a value on the way that is left open.
    pub opened: bool,
    /// What is to be said of the way.
    pub notes: Vec<Note>,
    /// Where it goes on from a place where threads meet: the same at moments that only differ in how often the thread
    /// came to places where all meet who meet there, and in how often it wrote what is theirs alone.
    pub stand: Option<Stand>,
}

/// Where threads go on from a place where they meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stand {
    /// Its number.
    pub number: usize,
    /// Whether it is one of several that differ in how often the thread wrote what is theirs alone.
    pub settled: bool,
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
    /// It is an element of the access that the node before it is one of.
    pub follows: bool,
    /// Those whose word is in what is heard here.
    pub heard: Vec<usize>,
    /// How often the thread came to each place where threads meet.
    pub rounds: Arc<BTreeMap<Meeting, u32>>,
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
    /// The cell, and the bytes of the operation.
    #[must_use]
    pub const fn accessed(&self) -> Option<(usize, Cell)> {
        match self {
            Self::Read { cell, of, .. }
            | Self::Write { cell, of, .. }
            | Self::Update { cell, of, .. } => Some((*cell, *of)),
            Self::Fence { .. }
            | Self::Meet(_)
            | Self::Gather(_)
            | Self::Choose
            | Self::Stop { .. } => None,
        }
    }

    /// How memory is accessed.
    #[must_use]
    pub const fn access(&self) -> Option<Access> {
        match self {
            Self::Read { access, .. }
            | Self::Write { access, .. }
            | Self::Update { access, .. } => Some(*access),
            Self::Fence { .. }
            | Self::Meet(_)
            | Self::Gather(_)
            | Self::Choose
            | Self::Stop { .. } => None,
        }
    }

    /// The cell that is read.
    #[must_use]
    pub const fn read(&self) -> Option<usize> {
        match self {
            Self::Read { cell, .. } | Self::Update { cell, .. } => Some(*cell),
            Self::Write { .. }
            | Self::Fence { .. }
            | Self::Meet(_)
            | Self::Gather(_)
            | Self::Choose
            | Self::Stop { .. } => None,
        }
    }
}
