//! When an event is in a base set.

/// When a node is in a base set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// In no execution.
    Never,
    /// Whenever it is executed.
    Executed,
    /// Whenever it is executed and writes: a failed `cas` is not a write and does not release.
    Successful,
    /// Whenever it is executed and does not write: a failed `cas` that was to release is relaxed.
    Failed,
}

impl Membership {
    /// Whether it is, of a node that is executed.
    #[must_use]
    pub const fn holds(self, wrote: bool) -> bool {
        match self {
            Self::Never => false,
            Self::Executed => true,
            Self::Successful => wrote,
            Self::Failed => !wrote,
        }
    }
}
