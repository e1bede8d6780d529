//! What a row says: of a litmus test, or of one check of a launch.

use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};

use crate::kernel::report::answer::Answer;
use crate::view::answer;
use crate::view::answer::Quantity;

/// The verdict of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Of a test: some execution satisfies the condition.
    Reachable,
    /// Of a test: none does.
    Unreachable,
    /// Of a test: a race takes away its meaning.
    Racy,
    /// Of a launch: no run breaks the check.
    Holds,
    /// Of a launch: some run breaks it.
    Violated,
    /// Of a launch: races of different sizes take away its meaning.
    Undefined,
    /// Of a launch: broken, if values that are not known are so.
    Possible,
    /// Not found out.
    Unknown,
    /// What the model or the interpreter refuses.
    Unsupported,
}

/// All verdicts.
pub const VERDICTS: [Verdict; 9] = [
    Verdict::Reachable,
    Verdict::Unreachable,
    Verdict::Racy,
    Verdict::Holds,
    Verdict::Violated,
    Verdict::Undefined,
    Verdict::Possible,
    Verdict::Unknown,
    Verdict::Unsupported,
];

impl Verdict {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Racy => "racy",
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Undefined => "undefined",
            Self::Possible => "possible",
            Self::Unknown => "unknown",
            Self::Unsupported => "unsupported",
        }
    }

    /// Its letter, where there is no room for more.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Reachable => "R",
            Self::Unreachable => "U",
            Self::Racy => "!",
            Self::Holds => "H",
            Self::Violated => "V",
            Self::Undefined => "X",
            Self::Possible => "P",
            Self::Unknown => "?",
            Self::Unsupported => "-",
        }
    }

    /// Whether it leaves the question open.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Possible | Self::Unknown | Self::Unsupported => true,
            Self::Reachable
            | Self::Unreachable
            | Self::Racy
            | Self::Holds
            | Self::Violated
            | Self::Undefined => false,
        }
    }
}

impl From<answer::Verdict> for Verdict {
    fn from(verdict: answer::Verdict) -> Self {
        match verdict {
            answer::Verdict::Reachable => Self::Reachable,
            answer::Verdict::Unreachable => Self::Unreachable,
            answer::Verdict::Racy => Self::Racy,
            answer::Verdict::Unknown => Self::Unknown,
            answer::Verdict::Unsupported => Self::Unsupported,
        }
    }
}

impl From<Answer> for Verdict {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Holds => Self::Holds,
            Answer::Violated => Self::Violated,
            Answer::Undefined => Self::Undefined,
            Answer::Possible => Self::Possible,
            Answer::Unsupported => Self::Unsupported,
            Answer::Unknown => Self::Unknown,
        }
    }
}

/// The verdict of that name.
#[must_use]
pub fn verdict_named(name: &str) -> Option<Verdict> {
    VERDICTS.into_iter().find(|verdict| verdict.name() == name)
}

/// The quantity of that name.
#[must_use]
pub fn quantity_named(name: &str) -> Option<Quantity> {
    QUANTITIES
        .into_iter()
        .find(|quantity| quantity.name() == name)
}

/// All quantities.
pub const QUANTITIES: [Quantity; 3] = [Quantity::Always, Quantity::Sometimes, Quantity::Never];

/// Reads a verdict or null.
pub(super) fn verdict<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Verdict>, D::Error> {
    named(from, verdict_named, "verdict")
}

/// Reads a quantity or null.
pub(super) fn quantity<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Quantity>, D::Error> {
    named(from, quantity_named, "quantity")
}

/// Reads milliseconds that somebody can have waited.
pub(super) fn millis<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let millis = f64::deserialize(from)?;
    match Duration::try_from_secs_f64(millis / 1e3) {
        Ok(_) => Ok(millis),
        Err(_) => Err(D::Error::custom(format!(
            "`millis` is {millis}, which is no time"
        ))),
    }
}

fn named<'de, D: Deserializer<'de>, T>(
    from: D,
    find: impl Fn(&str) -> Option<T>,
    what: &str,
) -> Result<Option<T>, D::Error> {
    let name: Option<String> = Option::deserialize(from)?;
    name.map(|name| find(&name).ok_or_else(|| D::Error::custom(format!("no {what} `{name}`"))))
        .transpose()
}
