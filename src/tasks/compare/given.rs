//! Two models on a given test: whose verdicts or final states differ, and how.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::engine;
use crate::model::Model;
use crate::program::{InstructionKind, Program, Term, ThreadId};
use crate::syntax::Report;
use crate::syntax::ast::{self, Comparison, Condition, Test};
use crate::syntax::parse_source;
use crate::syntax::span::{Span, Spanned};
use crate::tasks::ask::asks_how_it_ends;
use crate::verdict::outcome::{Outcome, Verdict};
use crate::verdict::query::Options;
use crate::verdict::states::{States, Wanted};
use crate::view::names;

use super::shown::{Apart, asking, written};

/// What a test says of two models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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
struct Said {
    outcome: Outcome,
    /// The states, where the model promises any.
    states: Option<States>,
}

impl Said {
    /// Whether a race makes every outcome possible.
    fn anything(&self) -> bool {
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
    fn beyond<'a>(&'a self, other: &Self) -> Vec<&'a [i64]> {
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
        accesses: count(program, |kind| is_access(kind)),
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

const fn is_access(kind: &InstructionKind) -> bool {
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

/// An outcome for each direction in which there is one.
fn apart(
    program: &Program,
    pair: Pair<'_>,
    observed: &[Term],
    (first, second): (&Said, &Said),
    options: &Options,
) -> Result<Vec<Apart>, Report> {
    let mut found = Vec::new();
    let ways = [
        (first, second, (pair.first, pair.second)),
        (second, first, (pair.second, pair.first)),
    ];
    for (more, less, models) in ways {
        if own_condition(more, less) {
            found.push(Apart::of(program, models, options)?);
        } else if let Some(state) = more.beyond(less).first() {
            let asked = outcome(program, observed, state)?;
            found.push(Apart::of(&asked, models, options)?);
        }
    }
    Ok(found)
}

/// Whether the test as it is shows it: one model has an execution that satisfies its condition and the other
/// none; or one promises nothing of it.
fn own_condition(more: &Said, less: &Said) -> bool {
    let reachable = more.outcome.verdict() == Verdict::Reachable;
    match less.outcome.verdict() {
        Verdict::Unreachable => reachable || more.anything(),
        Verdict::Reachable => more.anything(),
        Verdict::Racy | Verdict::Unknown | Verdict::Unsupported => false,
    }
}

/// The same test, asking for a final state.
fn outcome(program: &Program, observed: &[Term], state: &[i64]) -> Result<Program, Report> {
    let test = parse_source(&program.source)?;
    let parts: Vec<Condition> = observed
        .iter()
        .zip(state)
        .filter_map(|(&term, &value)| compared(program, &test, term, value))
        .collect();
    let span = program.condition.span();
    let condition = match <[Condition; 1]>::try_from(parts) {
        Ok([one]) => one,
        Err(parts) => Condition::And(parts, span),
    };
    let name = program.source.name.to_string();
    written(&name, &asking(&test, condition))
}

/// `P0:r0 == 1`.
fn compared(program: &Program, test: &Test, term: Term, value: i64) -> Option<Condition> {
    let span = Span::default();
    let left = match term {
        Term::Constant(_) => return None,
        Term::Register(ThreadId(thread), register) => {
            let number = test.threads.get(thread)?.number.clone();
            let register = program.threads.get(thread)?.registers.get(register.0)?;
            ast::Term::Register(number, Spanned::new(register.name.clone(), span))
        }
        Term::Location(_) => ast::Term::Location(Spanned::new(names::term(program, term)?, span)),
    };
    let right = ast::Term::Constant(Spanned::new(value, span));
    Some(Condition::Compare(Comparison::Eq, left, right, span))
}

/// How many tests there are of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All.
    pub tests: usize,
    /// The first model allows more.
    pub first_allows_more: usize,
    /// The second model allows more.
    pub second_allows_more: usize,
    /// Each allows more than the other.
    pub both: usize,
    /// They allow the same.
    pub equal: usize,
    /// It was not found out.
    pub unknown: usize,
    /// One refuses it.
    pub unsupported: usize,
}

impl Summary {
    /// Counts.
    #[must_use]
    pub fn of(rows: &[Row]) -> Self {
        let count = |wanted| rows.iter().filter(|row| row.difference == wanted).count();
        Self {
            tests: rows.len(),
            first_allows_more: count(Difference::FirstAllowsMore),
            second_allows_more: count(Difference::SecondAllowsMore),
            both: count(Difference::Both),
            equal: count(Difference::Equal),
            unknown: count(Difference::Unknown),
            unsupported: count(Difference::Unsupported),
        }
    }

    /// How many tests set the models apart.
    #[must_use]
    pub const fn apart(&self) -> usize {
        self.first_allows_more + self.second_allows_more + self.both
    }
}

/// The two models on all tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// The name of the first model.
    pub first: String,
    /// The name of the second.
    pub second: String,
    /// How many tests there are of each kind.
    pub summary: Summary,
    /// The tests: first those that set them apart, the smallest first.
    pub tests: Vec<Row>,
}

impl Compared {
    /// Sorts the tests.
    #[must_use]
    pub fn new(pair: Pair<'_>, mut tests: Vec<Row>) -> Self {
        tests.sort_by(|a, b| key(a).cmp(&key(b)));
        Self {
            first: pair.first.name.clone(),
            second: pair.second.name.clone(),
            summary: Summary::of(&tests),
            tests,
        }
    }
}

fn key(row: &Row) -> (u8, usize, usize, &str) {
    let kind = match row.difference {
        Difference::FirstAllowsMore | Difference::SecondAllowsMore | Difference::Both => 0,
        Difference::Unknown => 1,
        Difference::Unsupported => 2,
        Difference::Equal => 3,
    };
    (kind, row.accesses, row.instructions, &row.file)
}
