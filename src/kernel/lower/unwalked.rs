//! Why threads were not walked.

use crate::kernel::interpret::finding::Gap;

use super::walk::Failure;

/// Why threads were not walked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwalked {
    /// A thread could not be.
    Thread(Failure),
    /// Too many values can be in a cell: its address.
    Values(u64),
}

impl Unwalked {
    /// Whether there were too many ways or values.
    #[must_use]
    pub const fn is_many(&self) -> bool {
        match self {
            Self::Thread(Failure::Large(..) | Failure::Deep(..)) | Self::Values(_) => true,
            Self::Thread(Failure::Many(_) | Failure::Crossed(..) | Failure::Time) => false,
        }
    }

    /// The same as a gap in what is known.
    #[must_use]
    pub const fn gap(&self) -> Option<Gap> {
        match self {
            Self::Thread(Failure::Time) => Some(Gap::Time),
            Self::Thread(
                Failure::Large(..) | Failure::Deep(..) | Failure::Many(_) | Failure::Crossed(..),
            )
            | Self::Values(_) => None,
        }
    }
}
