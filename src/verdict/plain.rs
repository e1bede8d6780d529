//! The words of an answer, and what two questions say together: the same for every engine.

use crate::syntax::ast::Quantifier;

/// Is the condition reachable?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Some execution satisfies the condition.
    Reachable,
    /// No execution satisfies the condition.
    Unreachable,
    /// Some execution has a data race, so that no outcome is promised.
    Racy,
    /// Not found out: time, a bound, or size.
    Unknown,
    /// The model gives some instruction no meaning.
    Unsupported,
}

impl Verdict {
    /// Its name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Racy => "racy",
            Self::Unknown => "unknown",
            Self::Unsupported => "unsupported",
        }
    }
}

/// In how many executions the condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// In all of them, and there is one.
    Always,
    /// In some, not in all.
    Sometimes,
    /// In none.
    Never,
}

impl Quantity {
    /// Its name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Sometimes => "sometimes",
            Self::Never => "never",
        }
    }
}

/// What an engine found out of the two questions about a test; none where one is open or was not
/// asked.
///
/// ```
/// use gpu_litmus::verdict::plain::{Findings, Quantity, Verdict};
/// use gpu_litmus::syntax::ast::Quantifier;
///
/// let found = Findings { condition: Some(true), opposite: Some(true) };
/// assert_eq!(found.verdict(), Verdict::Reachable);
/// assert_eq!(found.quantity(), Some(Quantity::Sometimes));
/// assert_eq!(found.holds(Quantifier::Forall), Some(false));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Findings {
    /// Whether some execution satisfies the condition.
    pub condition: Option<bool>,
    /// Whether some execution does not.
    pub opposite: Option<bool>,
}

impl Findings {
    /// What a search has seen: what it has not seen is open unless it has seen all.
    #[must_use]
    pub const fn seen(condition: bool, opposite: bool, all: bool) -> Self {
        Self {
            condition: if condition || all {
                Some(condition)
            } else {
                None
            },
            opposite: if opposite || all {
                Some(opposite)
            } else {
                None
            },
        }
    }

    /// Is the condition reachable?
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        match self.condition {
            Some(true) => Verdict::Reachable,
            Some(false) => Verdict::Unreachable,
            None => Verdict::Unknown,
        }
    }

    /// In how many executions it holds.
    #[must_use]
    pub const fn quantity(self) -> Option<Quantity> {
        match (self.condition, self.opposite) {
            (Some(true), Some(false)) => Some(Quantity::Always),
            (Some(true), Some(true)) => Some(Quantity::Sometimes),
            (Some(false), _) => Some(Quantity::Never),
            (None, _) | (Some(true), None) => None,
        }
    }

    /// Whether a test's own statement is true.
    #[must_use]
    pub fn holds(self, quantifier: Quantifier) -> Option<bool> {
        match quantifier {
            Quantifier::Exists => self.condition,
            Quantifier::NotExists => self.condition.map(|reachable| !reachable),
            Quantifier::Forall => match (self.condition, self.opposite) {
                (_, Some(true)) | (Some(false), _) => Some(false),
                (Some(true), Some(false)) => Some(true),
                (None, Some(false) | None) | (Some(true), None) => None,
            },
        }
    }
}
