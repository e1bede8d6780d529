//! Answers as data: what JSON shows and the text is made from.
use serde::Serialize;

use crate::kernel::setup::Setup;

use super::fix::Fix;
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
    /// How large that run is, where a smallest one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<Size>,
    /// The first two accesses that race.
    pub race: Option<Race>,
    /// Other pairs that race in the same run.
    pub other_races: Vec<Race>,
    /// Contents that no interleaving gives.
    pub contents: Vec<String>,
    /// Contents of interleavings.
    pub sc_contents: Vec<String>,
    /// Cheapest changes of the module with which all checks hold, where they were looked for.
    pub fixes: Vec<Fix>,
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
            smallest: None,
            race: None,
            other_races: Vec::new(),
            fixes: Vec::new(),
            contents: Vec::new(),
            sc_contents: Vec::new(),
            proof: None,
        }
    }

    /// That nothing of the kind happens, and why.
    #[must_use]
    pub fn none(name: &'static str, why: &str) -> Self {
        Self::new(name, Answer::Holds).word("none").proof(why)
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

    /// As something that may be so, where the run that shows it rests on values that are not known.
    #[must_use]
    pub fn resting_on(mut self, loose: Vec<String>) -> Self {
        if !loose.is_empty() {
            self.answer = Answer::Possible;
            self.remarks.extend(loose);
        }
        self
    }

    /// With why it holds.
    #[must_use]
    pub fn proof(mut self, proof: impl Into<String>) -> Self {
        self.proof = Some(proof.into());
        self
    }
}

/// How large a run is, of which there should be no smaller one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Size {
    /// The reads, writes and atomics of memory that threads share; none where no smallest run was looked for.
    pub accesses: Option<usize>,
    /// How far it is from an interleaving: the pairs reversed and the atomics torn.
    pub relaxations: Option<usize>,
    /// Steps of one thread that are done in reverse, by their numbers in the witness: the earlier in its program, the later.
    pub reversed: Vec<[usize; 2]>,
    /// Atomics between whose read and write another write comes, by their numbers in the witness.
    pub torn: Vec<usize>,
    /// It is known that there is no smaller one.
    pub minimal: bool,
    /// Why that is not known.
    pub why: Option<String>,
}

impl Size {
    /// Of a run that is not known to be small.
    #[must_use]
    pub const fn open(why: String) -> Self {
        Self {
            accesses: None,
            relaxations: None,
            reversed: Vec::new(),
            torn: Vec::new(),
            minimal: false,
            why: Some(why),
        }
    }
}

/// Two accesses that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Race {
    /// `uniform`: they are of the same bytes; `mixed`: they overlap in part.
    pub size: &'static str,
    /// The two.
    pub accesses: [Access; 2],
}

/// An access of a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Access {
    /// `read`, `write` or `update`.
    pub kind: &'static str,
    /// What is accessed: `part[0]`.
    pub element: String,
    /// Who, where.
    pub place: Place,
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
    /// The steps that wrote what it reads, by their number here; initial values have none.
    pub reads_from: Vec<usize>,
}

/// All that is said of a launch under a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The launch: `reduce<<<2,2>>>`.
    pub launch: String,
    /// The file that describes it.
    pub file: String,
    /// The module.
    pub ptx: String,
    /// The model.
    pub model: String,
    /// How often a loop is gone round.
    pub bound: usize,
    /// How vector accesses are taken: `elements`, one operation each and without order; or `whole`, one operation
    /// where they are aligned and of at most 16 bytes.
    pub vectors: &'static str,
    /// What is taken for granted.
    pub assumptions: Vec<String>,
    /// The answers.
    pub checks: Vec<Checked>,
    /// How the answers compare with `[expect]`; none without it.
    pub expectations: Option<Vec<Judged>>,
}

/// How vector accesses of a launch are taken.
#[must_use]
pub const fn vectors(setup: &Setup) -> &'static str {
    if setup.description.vectors_whole {
        "whole"
    } else {
        "elements"
    }
}

impl Report {
    /// A report of answers alone.
    #[must_use]
    pub fn bare(setup: &Setup, model: &str, checks: Vec<Checked>) -> Self {
        let expect = &setup.description.expect;
        Self {
            launch: setup.title(),
            file: setup.description.source.name.to_string(),
            ptx: setup.module.source.name.to_string(),
            model: model.to_owned(),
            bound: 0,
            vectors: vectors(setup),
            assumptions: Vec::new(),
            expectations: (!expect.is_empty()).then(|| super::judge(expect, &checks)),
            checks,
        }
    }
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
