//! Who answers, and who confirms what was answered.

use crate::stop::Stop;

use super::{builtin, z3};

/// Which solvers answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Engine {
    /// The built-in solver finds; that there is nothing to be found is confirmed by Z3, or by a
    /// checked proof in a build without it. Hard formulas go to Z3.
    #[default]
    Auto,
    /// The built-in solver alone; that there is nothing to be found is confirmed by a checked proof.
    Sat,
    /// Z3 alone.
    Z3,
    /// Each answer by both.
    Both,
}

impl Engine {
    /// Its name, as `--engine` has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Sat => "sat",
            Self::Z3 => "z3",
            Self::Both => "both",
        }
    }

    /// Whether this build has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Auto | Self::Sat => true,
            Self::Z3 | Self::Both => Finder::Z3.version().is_some(),
        }
    }

    /// The credit for what nobody had to find.
    #[must_use]
    pub const fn nobody(self) -> Credit {
        Credit {
            found: match self {
                Self::Auto | Self::Sat | Self::Both => Finder::BuiltIn,
                Self::Z3 => Finder::Z3,
            },
            confirmed: None,
        }
    }
}

/// Who found an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Finder {
    /// The built-in solver.
    BuiltIn,
    /// Z3.
    Z3,
    /// No solver: all executions were enumerated, or all states of the machine explored.
    Explicit,
}

impl Finder {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "batsat",
            Self::Z3 => "z3",
            Self::Explicit => "explicit",
        }
    }

    /// Its version; none if it is not in this build.
    #[must_use]
    pub fn version(self) -> Option<String> {
        match self {
            Self::BuiltIn => Some(builtin::VERSION.to_owned()),
            Self::Z3 => z3::version(),
            Self::Explicit => Some(env!("CARGO_PKG_VERSION").to_owned()),
        }
    }
}

/// Who confirmed an answer, apart from who found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certificate {
    /// The judge of executions, or the machine that replays schedules.
    Judge,
    /// Z3, of the clauses before our own simplification.
    Z3,
    /// The checker of proofs, of the clauses before our own simplification.
    Proof,
}

impl Certificate {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Judge => "judge",
            Self::Z3 => "z3",
            Self::Proof => "proof",
        }
    }
}

/// Who found an answer, and who confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Credit {
    /// Who found it.
    pub found: Finder,
    /// Who confirmed it; none where the one who found it stands alone.
    pub confirmed: Option<Certificate>,
}

impl Credit {
    /// Of two answers that an answer rests on: Z3 found it if it found a part, and what stands alone
    /// leaves the whole unconfirmed.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let found = match (self.found, other.found) {
            (Finder::Z3, _) | (_, Finder::Z3) => Finder::Z3,
            (Finder::BuiltIn, _) | (_, Finder::BuiltIn) => Finder::BuiltIn,
            (Finder::Explicit, Finder::Explicit) => Finder::Explicit,
        };
        let confirmed = match (self.confirmed, other.confirmed) {
            (Some(Certificate::Judge), confirmed) | (confirmed, Some(Certificate::Judge)) => {
                confirmed
            }
            (Some(Certificate::Proof), Some(Certificate::Proof)) => Some(Certificate::Proof),
            (Some(_), Some(_)) => Some(Certificate::Z3),
            (None, _) | (_, None) => None,
        };
        Self { found, confirmed }
    }
}

/// Who answers a query, and when to give up on it.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// When to give up.
    pub stop: Stop,
    /// Who answers.
    pub engine: Engine,
}
