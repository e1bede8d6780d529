//! The answer to one question, before several make an outcome.

use crate::stop::Open;

/// What one question found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled<T> {
    /// This.
    Shown(T),
    /// There is none.
    None,
    /// It was not found out.
    Open(Open),
}

impl<T> Settled<T> {
    /// The same, heeding what the loop bound leaves open of what found nothing.
    #[must_use]
    pub fn heeding(self, truncated: Option<&Open>) -> Self {
        match (self, truncated) {
            (Self::None, Some(why)) => Self::Open(why.clone()),
            (settled, _) => settled,
        }
    }

    /// Whether there is one, if that is known.
    #[must_use]
    pub const fn known(&self) -> Option<bool> {
        match self {
            Self::Shown(_) => Some(true),
            Self::None => Some(false),
            Self::Open(_) => None,
        }
    }
}
