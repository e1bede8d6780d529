//! When an event is in a base set.

use super::nodes::Facts;
use crate::program::events::Place;
use crate::syntax::ast::Space;

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
    /// Whenever it is executed and accesses a location of that space: which one it is, is computed.
    At(Space),
}

impl Membership {
    /// Whether it is, of a node that is executed, with whether it wrote and the space of what it accessed.
    #[must_use]
    pub fn holds(self, wrote: bool, space: Option<Space>) -> bool {
        match self {
            Self::Never => false,
            Self::Executed => true,
            Self::Successful => wrote,
            Self::Failed => !wrote,
            Self::At(one) => space == Some(one),
        }
    }
}

impl Facts<'_> {
    /// When it accesses a location of a space.
    pub(super) fn accesses(&self, space: Space) -> Membership {
        let own = match (self.event.place(), self.event.memory()) {
            (Some(Place::Fixed(location)), _) => Some(self.program.location(location).space),
            (Some(Place::Computed(_)), Some((_, access))) => match access.space {
                Some(own) => Some(own),
                None => return Membership::At(space),
            },
            (Some(Place::Computed(_)) | None, _) => None,
        };
        if own == Some(space) {
            Membership::Executed
        } else {
            Membership::Never
        }
    }
}
