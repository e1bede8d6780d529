//! What is asked of a search, and what it finds.

use std::time::Duration;

use crate::model::accepts::Unsupported;
use crate::program::Program;
use crate::sat::hitting::Choice;
use crate::verdict::query::Options;

use super::oracle::Counterexample;
use super::prices::Prices;
use super::sites::{Rules, Template};

/// When a search gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Questions to the model.
    pub questions: usize,
    /// Steps of one search for the cheapest choice.
    pub steps: u64,
    /// How many cheapest choices are listed.
    pub solutions: usize,
    /// How many choices may stay open before the search ends.
    pub open: usize,
    /// Time for all of it.
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            questions: 20_000,
            steps: 2_000_000,
            solutions: 1000,
            open: 8,
            time: None,
        }
    }
}

/// What is asked of a search.
#[derive(Debug, Clone)]
pub struct Request {
    /// Limits of each question.
    pub options: Options,
    /// What things cost.
    pub prices: Prices,
    /// What may be changed.
    pub rules: Rules,
    /// Whether all cheapest choices are wanted.
    pub all: bool,
    /// When to give up.
    pub limits: Limits,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The places.
    pub template: Template,
    /// What the program costs as it is.
    pub given: u64,
    /// Whether it forbids the outcome as it is; nothing if that is open.
    pub forbidden: Option<bool>,
    /// Whether it has a data race that its model flags as it is; nothing where the model has no such
    /// flag, or that is open. If it has none, no choice that came out has one.
    pub racy: Option<bool>,
    /// Whether what is weaker was tried too.
    pub may_weaken: bool,
    /// What came out.
    pub verdict: Verdict,
    /// How often the model was asked.
    pub questions: usize,
    /// How many families of choices were refuted.
    pub families: usize,
}

/// What came out of a search.
#[derive(Debug)]
pub enum Verdict {
    /// These do, and nothing cheaper does: the first, or all of that cost.
    Cheapest {
        /// What each costs.
        cost: u64,
        /// For each place, which level.
        choices: Vec<Vec<usize>>,
        /// Whether the list is known to be complete.
        complete: bool,
    },
    /// No execution of the program ends, or none passes its filter: every outcome is forbidden, and no
    /// choice is asked about.
    Vacuous,
    /// No choice does. What the strongest one allows still; nothing where it leaves no execution that counts, which is no way to
    /// forbid one.
    Impossible(Option<Box<Impossible>>),
    /// The search ended too early.
    Open(Open),
    /// The model gives some instruction no meaning.
    Refused(Unsupported),
}

/// The strongest choice, and what it allows.
#[derive(Debug)]
pub struct Impossible {
    /// Everything everywhere.
    pub choice: Vec<usize>,
    /// The program of it.
    pub program: Program,
    /// The execution that it has still.
    pub counterexample: Counterexample,
}

/// What is known when a search ends too early.
#[derive(Debug)]
pub struct Open {
    /// Why it ended.
    pub why: Vec<String>,
    /// Whatever is cheaper than this does not do, as far as it was decided.
    pub at_least: Option<u64>,
    /// A choice that does, and what it costs: perhaps not the cheapest.
    pub does: Option<Choice>,
}
