//! Two models on a given test: whose verdicts or final states differ, and how.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::engine;
use crate::model::Model;
use crate::program::{InstructionKind, Program, Term};
use crate::syntax::Report;
use crate::tasks::ask::asks_how_it_ends;
use crate::verdict::outcome::{Outcome, Verdict};
use crate::verdict::query::Options;
use crate::verdict::states::{States, Wanted};
use crate::view::names;

use super::outcomes::apart;
use super::shown::Apart;

/// What a test says of two models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// The first allows all that the second does, and more.
    FirstAllowsMore,
    /// The second allows all that the first does, and more.
    SecondAllowsMore,
    /// Each allows what the other forbids.
    Both,
    /// They allow the same.
    Equal,
    /// It was not found out.
    Unknown,
    /// One of them gives some instruction no meaning.
    Unsupported,
}

/// One model's part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The word for the test's own condition.
    pub verdict: &'static str,
    /// How many final states it allows; none where they are not known, or where a race makes all outcomes
    /// possible.
    pub states: Option<usize>,
    /// Whether these are all.
    pub complete: bool,
    /// How many of them the other forbids.
    pub alone: usize,
    /// What stayed open, or what it refuses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One test under both.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The file.
    pub file: String,
    /// The test's name.
    pub test: String,
    /// How many accesses it has.
    pub accesses: usize,
    /// How many instructions.
    pub instructions: usize,
    /// What it says of them.
    pub difference: Difference,
    /// Whether the verdicts on the test's own condition differ.
    pub verdicts_differ: bool,
    /// What was looked at in final states.
    pub observed: Vec<String>,
    /// The first model.
    pub first: Side,
    /// The second.
    pub second: Side,
    /// Outcomes that one allows and the other forbids: of each direction one, where there is one.
    pub apart: Vec<Apart>,
}

/// What one model says.
pub(super) struct Said {
    pub(super) outcome: Outcome,
    /// The states, where the model promises any.
    states: Option<States>,
}

impl Said {
    /// Whether a race makes every outcome possible.
    pub(super) fn anything(&self) -> bool {
        self.outcome.verdict() == Verdict::Racy
    }

    /// All states that it allows, if they are known.
    fn all(&self) -> Option<BTreeSet<&[i64]>> {
        let states = self.states.as_ref()?;
        let found = states.found.keys().map(Vec::as_slice);
        states.open.is_none().then(|| found.collect())
    }

    /// All states that it is known to allow.
    fn known(&self) -> BTreeSet<&[i64]> {
        let found = self.states.iter().flat_map(|states| states.found.keys());
        found.map(Vec::as_slice).collect()
    }

    /// The known states that another is known to forbid.
    pub(super) fn beyond<'a>(&'a self, other: &Self) -> Vec<&'a [i64]> {
        let (true, Some(all)) = (!other.anything(), other.all()) else {
            return Vec::new();
        };
        let mine = self.known().into_iter();
        mine.filter(|state| !all.contains(state)).collect()
    }

    fn side(&self, other: &Self) -> Side {
        let remarks = self.outcome.open().map(ToString::to_string);
        let refused = self.outcome.unsupported().map(|refused| refused.what);
        Side {
            verdict: self.outcome.verdict().name(),
            states: self.states.as_ref().map(|states| states.found.len()),
            complete: self.anything() || self.all().is_some(),
            alone: self.beyond(other).len(),
            notes: refused
                .map(|what| format!("it gives {what} no meaning"))
                .into_iter()
                .chain(remarks)
                .collect(),
        }
    }
}

/// Two models.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'m> {
    /// The first.
    pub first: &'m Model,
    /// The second.
    pub second: &'m Model,
}

/// Compares two models on a test: by these registers and locations of its final states.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled, or the test asks whether executions end.
pub fn compare(
    program: &Program,
    pair: Pair<'_>,
    observed: &[Term],
    options: &Options,
) -> Result<Row, Report> {
    asks_how_it_ends(program, "compare")?;
    let listing = Options {
        states: Some(Wanted {
            terms: observed.to_vec(),
            most: None,
            runs: false,
        }),
        reason: false,
        quantity: false,
        terminates: false,
        ..options.clone()
    };
    let say = |model: &Model| -> Result<Said, Report> {
        let mut outcome = engine::check(program, model, &listing)?;
        let states = outcome.states.take();
        Ok(Said { outcome, states })
    };
    let (first, second) = (say(pair.first)?, say(pair.second)?);
    let names = observed
        .iter()
        .filter_map(|&term| names::term(program, term));
    Ok(Row {
        file: program.source.name.to_string(),
        test: program.name.clone(),
        accesses: count(program, is_access),
        instructions: count(program, |_| true),
        difference: difference(&first, &second),
        verdicts_differ: first.outcome.verdict() != second.outcome.verdict(),
        observed: names.collect(),
        apart: apart(program, pair, observed, (&first, &second), options)?,
        first: first.side(&second),
        second: second.side(&first),
    })
}

fn count(program: &Program, counts: impl Fn(&InstructionKind) -> bool) -> usize {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    code.filter(|instruction| counts(&instruction.kind)).count()
}

/// Whether an instruction accesses memory.
pub(super) const fn is_access(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
    )
}

fn difference(first: &Said, second: &Said) -> Difference {
    let refused = |said: &Said| said.outcome.verdict() == Verdict::Unsupported;
    if refused(first) || refused(second) {
        return Difference::Unsupported;
    }
    match (first.anything(), second.anything()) {
        (true, true) => return Difference::Equal,
        // Whoever promises something is known to; that it forbids nothing at all is never so.
        (true, false) if second.all().is_some() => return Difference::FirstAllowsMore,
        (false, true) if first.all().is_some() => return Difference::SecondAllowsMore,
        (true, false) | (false, true) => return Difference::Unknown,
        (false, false) => {}
    }
    let (more, other) = (first.beyond(second), second.beyond(first));
    let known = first.all().is_some() && second.all().is_some();
    match (more.is_empty(), other.is_empty()) {
        (false, false) => Difference::Both,
        (false, true) if known => Difference::FirstAllowsMore,
        (true, false) if known => Difference::SecondAllowsMore,
        (true, true) if known => Difference::Equal,
        (false | true, true) | (true, false) => Difference::Unknown,
    }
}
