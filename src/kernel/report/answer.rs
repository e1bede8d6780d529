//! Answers as data: what JSON shows and the text is made from.

use serde::Serialize;

use super::places::Place;

/// What is said of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// No run breaks it.
    Holds,
    /// Some run breaks it.
    Violated,
    /// The model says nothing of the launch: races of different sizes.
    Undefined,
    /// Some run may break it, with values that are not known.
    Possible,
    /// Something that runs reach is not interpreted.
    Unsupported,
    /// Not found out.
    Unknown,
}

impl Answer {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Undefined => "undefined",
            Self::Possible => "possible",
            Self::Unsupported => "unsupported",
            Self::Unknown => "unknown",
        }
    }

    /// Whether it leaves the question open.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Possible | Self::Unsupported | Self::Unknown => true,
            Self::Holds | Self::Violated | Self::Undefined => false,
        }
    }
}

/// The answer to one check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// The check's name.
    pub name: &'static str,
    /// What is said.
    pub answer: Answer,
    /// The word of `[expect]` for it: `uniform`, `deadlock`, `none`.
    pub word: Option<&'static str>,
    /// What is wrong or missing, in one line each.
    pub remarks: Vec<String>,
    /// Where.
    pub places: Vec<Place>,
    /// A run that shows it.
    pub witness: Vec<Step>,
    /// Contents that no interleaving gives.
    pub contents: Vec<String>,
    /// Contents of interleavings.
    pub sc_contents: Vec<String>,
    /// Why it holds.
    pub proof: Option<String>,
}

impl Checked {
    /// An answer without anything to show.
    #[must_use]
    pub const fn new(name: &'static str, answer: Answer) -> Self {
        Self {
            name,
            answer,
            word: None,
            remarks: Vec::new(),
            places: Vec::new(),
            witness: Vec::new(),
            contents: Vec::new(),
            sc_contents: Vec::new(),
            proof: None,
        }
    }

    /// With a word of `[expect]`.
    #[must_use]
    pub const fn word(mut self, word: &'static str) -> Self {
        self.word = Some(word);
        self
    }

    /// With a remark.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Self {
        self.remarks.push(remark.into());
        self
    }

    /// With why it holds.
    #[must_use]
    pub fn proof(mut self, proof: impl Into<String>) -> Self {
        self.proof = Some(proof.into());
        self
    }
}

/// A step of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Who.
    pub thread: String,
    /// Where.
    pub place: Place,
    /// What it does.
    pub effect: String,
}

/// All that is said of a launch under a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The launch: `reduce<<<2,2>>>`.
    pub launch: String,
    /// The file that describes it.
    pub file: String,
    /// The model.
    pub model: String,
    /// How often a loop is gone round.
    pub bound: usize,
    /// What is taken for granted.
    pub assumptions: Vec<String>,
    /// The answers.
    pub checks: Vec<Checked>,
    /// How the answers compare with `[expect]`; none without it.
    pub expectations: Option<Vec<Judged>>,
}

/// An expectation and what came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The check, or `verdict`.
    pub name: &'static str,
    /// What should come out.
    pub expected: String,
    /// What came out.
    pub found: String,
    /// Whether they agree; none where the answer is open.
    pub agrees: Option<bool>,
}
