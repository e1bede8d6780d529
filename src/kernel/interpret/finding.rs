//! What a run shows that should not be.

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Finding {
    /// A thread traps.
    Trap,
    /// An access leaves its buffer; the address.
    OutOfBounds(u64),
    /// An access is not aligned to its size.
    Misaligned(u64),
    /// An access lies in another space than it names.
    WrongSpace(u64),
    /// An access is of another thread's local memory, or of another block's shared memory.
    Foreign(u64),
    /// A constant is written.
    WritesConst(u64),
    /// What somebody writes is read by a path that is not coherent.
    NonCoherent(u64),
    /// A byte that nobody wrote decides a branch.
    UninitialisedBranch,
    /// A byte that nobody wrote decides an address.
    UninitialisedAddress,
    /// A byte that nobody wrote ends in an output.
    UninitialisedOutput(usize),
    /// Threads come to one barrier at different instructions.
    Divergence,
    /// A lane is not in the mask that it waits with.
    OutsideMask,
    /// Some thread waits for ever.
    Deadlock,
}

impl Finding {
    /// The word of `[expect]`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Trap => "trap",
            Self::OutOfBounds(_) | Self::Foreign(_) => "out-of-bounds",
            Self::Misaligned(_) => "misaligned",
            Self::WrongSpace(_) => "space",
            Self::WritesConst(_) => "const",
            Self::NonCoherent(_) => "nc",
            Self::UninitialisedBranch
            | Self::UninitialisedAddress
            | Self::UninitialisedOutput(_) => "uninitialised",
            Self::Divergence | Self::OutsideMask => "divergence",
            Self::Deadlock => "deadlock",
        }
    }
}

/// Why PTX says no value of what an instruction yields: any may come of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unspecified {
    /// It divides by zero.
    Division,
    /// It takes or sets bits that its register does not have.
    Field,
    /// It is not a number.
    NotANumber,
    /// It reads a lane that is not in its mask.
    Masked(u64),
    /// It reads a lane that the warp does not have.
    Absent(u64),
    /// It reads a lane that has exited.
    Exited(u64),
}

/// Why what was found is not all there is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// An instruction that is not interpreted: function, index, and what is missing.
    Refused(usize, usize, String),
    /// A value that is not known was used: function and index.
    Loose(usize, usize),
    /// A value that nobody wrote decides what a thread does: function and index.
    Unwritten(usize, usize),
    /// A thread runs more instructions than is looked at: the thread, function and index.
    Long(usize, usize, usize),
    /// There are too many orders of instructions.
    Orders,
    /// The time is over.
    Time,
    /// Lanes wait for each other at different instructions.
    Unmatched(usize, usize),
}

impl Gap {
    /// Whether it only says that a value which is not known is among what a run leaves: no thread did anything else for
    /// its sake.
    #[must_use]
    pub const fn only_ends(&self) -> bool {
        matches!(self, Self::Loose(usize::MAX, _))
    }
}
