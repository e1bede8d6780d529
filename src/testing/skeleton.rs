//! The bare bones of a test: who accesses what, and which outcome is asked for.

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Exchanges.
    Exchange,
    /// Adds.
    Add,
    /// Takes the minimum.
    Min,
    /// Takes the maximum.
    Max,
    /// Compares with `expected` and swaps.
    Cas {
        /// What must be there for it to succeed.
        expected: i64,
    },
}

impl Kind {
    /// Whether a register gets a value.
    pub const fn reads(self) -> bool {
        !matches!(self, Self::Store)
    }

    /// Whether it is a plain load.
    pub const fn is_load(self) -> bool {
        matches!(self, Self::Load)
    }
}

/// An access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// What it does.
    pub kind: Kind,
    /// Index of the location.
    pub location: usize,
    /// The value written, or the operand.
    pub value: i64,
    /// The value that the outcome has it read, if that is asked.
    pub found: Option<i64>,
}

/// A test without orders, fences, dependencies and placement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// What it is called.
    pub name: String,
    /// The accesses of each thread.
    pub threads: Vec<Vec<Access>>,
    /// Final values asked for, by location.
    pub finals: Vec<(usize, i64)>,
}

/// The names of locations, by index.
pub const LOCATIONS: [&str; 4] = ["x", "y", "z", "w"];

impl Skeleton {
    /// How many locations there are.
    pub fn locations(&self) -> usize {
        let accesses = self.threads.iter().flatten();
        accesses
            .map(|access| access.location + 1)
            .max()
            .unwrap_or(1)
    }

    /// The values that may be found at a location, the initial 0 first.
    pub fn values(&self, location: usize) -> Vec<i64> {
        let accesses = self.threads.iter().flatten();
        let written = accesses
            .filter(|access| access.location == location && !access.kind.is_load())
            .map(|access| access.value);
        std::iter::once(0).chain(written).collect()
    }
}
