//! Ways to get the protocol wrong.

/// A mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bug {
    /// Of several caches that share a line, one keeps it when another unit stores to it.
    SharerKept,
    /// A modified line that leaves its cache is not written to memory.
    DirtyDataDropped,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::SharerKept, Self::DirtyDataDropped];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SharerKept => "sharer-kept",
            Self::DirtyDataDropped => "dirty-data-dropped",
        }
    }

    /// What is wrong, in a line.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::SharerKept => {
                "of several caches that share a line, one keeps it when another unit stores to it"
            }
            Self::DirtyDataDropped => {
                "a modified line that leaves its cache is not written to memory"
            }
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bug| bug.name() == name)
    }
}
