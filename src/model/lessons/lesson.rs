//! An axiom in words, and where those of each built-in model are.

use super::coherence::{PLAIN, SC, STRICT, TSO};
use super::hrf::{HRF, HRF_RELAXED};
use super::ptx::PTX;
use crate::model::registry::Model;

/// An axiom or flag in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// What it says, for who meets it for the first time.
    pub meaning: &'static str,
    /// What shows it.
    pub example: Example,
    /// The paper or manual, and the place there.
    pub source: &'static str,
}

/// What shows an axiom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    /// A test that this axiom alone forbids: without it the outcome is reachable.
    Alone(&'static str),
    /// None: the other axioms imply it. The sentence says how.
    Implied(&'static str),
    /// Of a flag: a test that raises it.
    Raises(&'static str),
}

/// What is known of an axiom of a built-in model.
///
/// ```
/// use gpu_litmus::{Model, model::lessons::lesson};
/// let tso = Model::find("tso").unwrap();
/// assert!(lesson(&tso, "tso").unwrap().meaning.contains("buffer"));
/// assert_eq!(lesson(&tso, "no such axiom"), None);
/// ```
#[must_use]
pub fn lesson(model: &Model, axiom: &str) -> Option<Lesson> {
    let all: &[(&str, Lesson)] = match model.name.as_str() {
        "sc" => SC,
        "plain" => PLAIN,
        "strict" => STRICT,
        "tso" => TSO,
        "hrf-direct" | "hrf-indirect" => HRF,
        "hrf-relaxed" | "hrf-rsp" => HRF_RELAXED,
        "ptx-6.0" | "ptx-7.5" => PTX,
        _ => &[],
    };
    let found = all.iter().find(|(name, _)| *name == axiom);
    found.map(|(_, lesson)| *lesson)
}

pub(super) const fn new(meaning: &'static str, example: Example, source: &'static str) -> Lesson {
    Lesson {
        meaning,
        example,
        source,
    }
}
