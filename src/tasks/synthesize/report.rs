//! The minimal tests of a model.

use std::time::Duration;

use serde::Serialize;

use crate::stop::Open;
use crate::tasks::audit::{Counted, Shown, milliseconds, told};
use crate::tasks::space::{Bounds, Size};

/// The minimal tests of a model.
#[derive(Debug, Serialize)]
pub struct Synthesis {
    /// The model's name.
    pub model: String,
    /// The vocabulary, a line each.
    pub vocabulary: Vec<String>,
    /// Up to which size.
    pub bounds: Bounds,
    /// The tests, small ones first.
    pub tests: Vec<Minimal>,
    /// Up to which size these are all.
    #[serde(flatten)]
    pub counted: Counted,
    /// Why no more was looked at; none: all was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Why>,
    /// How long it took.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub time: Duration,
}

/// Why a search ended early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Why(#[serde(serialize_with = "told")] pub Open);

/// The name of a folder has at most so many letters.
const LONGEST: usize = 80;

/// A minimal test.
#[derive(Debug, Serialize)]
pub struct Minimal {
    /// How the literature calls its shape: who does what where, and which write each read finds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<&'static str>,
    /// What its threads do and find, in a line.
    pub line: String,
    /// Where its threads are, where tests differ in that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<String>,
    /// How large it is.
    pub size: Size,
    /// The axioms that forbid it, each of them alone.
    pub axioms: Vec<String>,
    /// No axiom forbids it alone: those above do together.
    pub together: bool,
    /// The test, with the model's answer.
    #[serde(flatten)]
    pub shown: Shown,
}

impl Minimal {
    /// The folder for tests that the same axioms forbid: `coherence+tso`; `a&b` where only both do. An axiom
    /// without a name is called by its text, of which a folder has only the beginning, and no signs.
    #[must_use]
    pub fn folder(&self) -> String {
        let name = self.axioms.join(if self.together { "&" } else { "+" });
        let letters = name.chars().take(LONGEST).map(|letter| {
            let plain = letter.is_ascii_alphanumeric() || "-_+&".contains(letter);
            if plain { letter } else { '-' }
        });
        letters.collect()
    }
}
