//! What a walk over all programs found.

use serde::Serialize;

use crate::stop::Open;
use crate::tasks::audit::{Counted, Shown, told};
use crate::tasks::space::Size;

/// What was found out.
#[derive(Debug, Serialize)]
pub struct Walked {
    /// The first model.
    pub first: String,
    /// The second.
    pub second: String,
    /// The mapping, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<Told>,
    /// The most accesses that were asked for.
    pub events: usize,
    /// What programs contain, a line each.
    pub vocabulary: Vec<String>,
    /// What one allows and the other forbids; of a mapping, only what the second allows and the first forbids.
    pub ways: Vec<Way>,
}

/// A mapping by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
}

/// What one model allows and the other forbids.
#[derive(Debug, Serialize)]
pub struct Way {
    /// The model that allows it.
    pub allows: String,
    /// The model that forbids it.
    pub forbids: String,
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// What was asked.
    #[serde(flatten)]
    pub counted: Counted,
}

/// How a way stands.
#[derive(Debug, Serialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
pub enum Standing {
    /// There is nothing on all programs that were asked for.
    None,
    /// There is a test: no smaller one.
    Found(Box<Separator>),
    /// There is nothing on those that were looked at, and there are more.
    Open {
        /// Why no more was looked at.
        #[serde(serialize_with = "told")]
        why: Open,
    },
}

/// What sets two models apart.
#[derive(Debug, Serialize)]
pub struct Separator {
    /// How large the program is.
    pub size: Size,
    /// The test whose outcome the one model allows.
    pub allowed: Shown,
    /// The test whose outcome the other forbids: the same, or the one that it is compiled from.
    pub forbidden: Shown,
}
