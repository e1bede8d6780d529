//! What an audit found.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::stop::Open;
use crate::tasks::space::{Bounds, Size};

use super::property::Property;
use super::shown::Shown;

/// What an audit found of a model.
#[derive(Debug, Serialize)]
pub struct Audit {
    /// The model's name.
    pub model: String,
    /// The vocabulary, a line each.
    pub vocabulary: Vec<String>,
    /// Up to which size.
    pub bounds: Bounds,
    /// A finding for each property.
    pub findings: Vec<Finding>,
}

/// What was found of a property.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// Which.
    pub property: Property,
    /// What it says.
    pub meaning: &'static str,
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// What was asked.
    #[serde(flatten)]
    pub counted: Counted,
    /// How long it took.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub time: Duration,
}

/// How much was asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// Programs looked at.
    pub programs: u64,
    /// All programs with so many accesses were looked at, and all smaller ones.
    pub accesses: usize,
    /// Beyond that, all with one access more and fewer fences than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fences_below: Option<usize>,
}

impl Counted {
    /// All of up to so many accesses.
    #[must_use]
    pub const fn all(programs: u64, accesses: usize) -> Self {
        Self {
            programs,
            accesses,
            fences_below: None,
        }
    }

    /// What was asked where it ended at a size.
    #[must_use]
    pub fn below(programs: u64, size: Size) -> Self {
        Self {
            programs,
            accesses: size.accesses.saturating_sub(1),
            fences_below: (size.fences > 0).then_some(size.fences),
        }
    }
}

/// How a property stands.
#[derive(Debug, Serialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
pub enum Standing {
    /// It holds of all programs within the bounds.
    Proved,
    /// It holds of all programs within the bounds, and could not but hold: no outcome of any would break it.
    Vacuous {
        /// Why none would.
        why: &'static str,
    },
    /// It does not hold.
    Refuted(Box<Proof>),
    /// It holds of what was looked at, and there is more.
    Open {
        /// Why no more was looked at.
        #[serde(serialize_with = "told")]
        why: Open,
    },
    /// It cannot be asked.
    NotAsked {
        /// Why.
        why: String,
    },
}

impl Standing {
    /// Its word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Vacuous { .. } => "vacuous",
            Self::Refuted(_) => "refuted",
            Self::Open { .. } => "open",
            Self::NotAsked { .. } => "not asked",
        }
    }
}

/// What refutes a property: no smaller program of the vocabulary does.
#[derive(Debug, Serialize)]
pub struct Proof {
    /// How large the program is.
    pub size: Size,
    /// What is wrong with it, in words.
    pub says: String,
    /// The test that the model should forbid.
    pub test: Shown,
    /// The test that says why: under the same model, or under `sc`.
    pub against: Shown,
}

pub(in crate::tasks) fn told<S: Serializer>(open: &Open, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(open)
}

pub(in crate::tasks) fn milliseconds<S: Serializer>(
    time: &Duration,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_f64((time.as_secs_f64() * 1e6).round() / 1e3)
}
