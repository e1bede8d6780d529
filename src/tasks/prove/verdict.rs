//! What is to be proven of a test, and whether an answer proves it.

use crate::engine::check;
use crate::model::Model;
use crate::program::Program;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::verdict::outcome;
use crate::verdict::outcome::Outcome;
use crate::verdict::query::Options;

/// Is it proven?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// No execution does what is to be forbidden.
    Proved,
    /// No execution does, because none ends or passes the filter: nothing is proved by that.
    Vacuous,
    /// Some execution does, or races.
    Refuted,
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
            Self::Proved => "proved",
            Self::Vacuous => "vacuous",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
            Self::Unsupported => "unsupported",
        }
    }

    /// What an answer says of what is to be proven: that the condition of an `exists` or `~exists`
    /// is unreachable, that the one of a `forall` always holds.
    #[must_use]
    pub fn of(program: &Program, outcome: &Outcome) -> Self {
        let forall = program.quantifier == Quantifier::Forall;
        match outcome.verdict() {
            outcome::Verdict::Unsupported => Self::Unsupported,
            outcome::Verdict::Racy => Self::Refuted,
            _ if forall => match outcome.holds {
                Some(true) => Self::Proved,
                Some(false) => Self::Refuted,
                None => Self::Unknown,
            },
            outcome::Verdict::Unreachable => Self::Proved,
            outcome::Verdict::Reachable => Self::Refuted,
            outcome::Verdict::Unknown => Self::Unknown,
        }
    }
}

/// The verdict on a program, and nothing more.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn ask(program: &Program, model: &Model, options: &Options) -> Result<Verdict, Report> {
    let options = plain(options);
    Ok(Verdict::of(program, &check(program, model, &options)?))
}

/// Options for a verdict alone.
pub(super) fn plain(options: &Options) -> Options {
    Options {
        quantity: false,
        reason: false,
        flags: false,
        ..options.clone()
    }
}
