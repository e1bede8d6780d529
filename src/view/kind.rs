//! What an event does, in the letters of its label.

use serde::Serialize;

use crate::program::events::EventKind;

/// What an event does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Kind {
    /// The initial write of a memory.
    #[serde(rename = "IW")]
    Initial,
    /// A read.
    R,
    /// A write.
    W,
    /// A read-modify-write, also one that fails and only reads.
    #[serde(rename = "RMW")]
    Update,
    /// A fence.
    F,
    /// A barrier.
    #[serde(rename = "B")]
    Barrier,
}

impl Kind {
    /// The letters before the location in a label.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Initial => "IW",
            Self::R => "R",
            Self::W => "W",
            Self::Update => "RMW",
            Self::F => "F",
            Self::Barrier => "B",
        }
    }

    /// The kind of an event of the program.
    #[must_use]
    pub const fn of(kind: &EventKind) -> Self {
        match kind {
            EventKind::Initial { .. } => Self::Initial,
            EventKind::Read { .. } | EventKind::Choice => Self::R,
            EventKind::Write { .. } => Self::W,
            EventKind::ReadWrite { .. } => Self::Update,
            EventKind::Fence(_) => Self::F,
            EventKind::Barrier { .. } => Self::Barrier,
        }
    }
}
