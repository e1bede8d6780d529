//! The answer for one test and one model as a view.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::model::nearest::nearest;
use crate::program::{InstructionKind, Program};
use crate::sat::engine::{Certificate, Credit};
use crate::syntax::ast::Fence;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::verdict::outcome::{self, Outcome, Run};
use crate::verdict::remark::Remark;

use super::enumerated;
use super::machine;
use super::names;
use super::names::Site;
use super::race::Race;
use super::reason::Reason;
use super::size::Size;
use super::story::Story;
use super::witness::Witness;

pub use crate::verdict::outcome::{Quantity, Verdict};

/// Who answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solver {
    /// `batsat`, the built-in solver; `z3`; or `explicit` for the enumerator.
    pub name: &'static str,
    /// Its version.
    pub version: String,
    /// Who confirmed the verdict, apart from who found it: `judge`, `z3` or `proof`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<&'static str>,
}

impl Solver {
    fn of(credit: Credit) -> Self {
        Self {
            name: credit.found.name(),
            version: credit.found.version().unwrap_or_default(),
            confirmed: credit.confirmed.map(Certificate::name),
        }
    }
}

/// An instruction that the model refuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What it is, in the plural: "barriers".
    pub what: &'static str,
    /// What to do instead.
    pub advice: &'static str,
    /// What of the model comes nearest to it, where something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Where it is.
    #[serde(flatten)]
    pub site: Site,
    /// The same as a diagnostic, to be rendered.
    #[serde(skip)]
    pub report: Report,
}

/// A question that stayed open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// What it was about: `condition`, `quantity`, `reason` …
    pub about: &'static str,
    /// Why it stayed open: `bound`, `time`, `memory`, `interrupted`, `size`, `effort`, `missing` or
    /// `internal`.
    pub why: &'static str,
    /// Both as a sentence.
    pub text: String,
}

impl Opened {
    fn of(remark: &Remark) -> Self {
        Self {
            about: remark.about.name(),
            why: remark.why.name(),
            text: remark.to_string(),
        }
    }
}

/// An expectation that the test states for the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The verdict that is expected.
    pub verdict: String,
    /// Whether it came so.
    pub met: bool,
    /// The line of the comment.
    pub line: usize,
}

/// The answer for one test and one model.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(not(feature = "testing"), non_exhaustive)]
pub struct Answer {
    /// The file of the test.
    pub file: String,
    /// The test's name.
    pub test: String,
    /// The model's name.
    pub model: String,
    /// The word of the test's statement: `exists`, `~exists` or `forall`.
    pub quantifier: &'static str,
    /// The test's statement in full.
    pub statement: String,
    /// Is the condition reachable?
    pub verdict: Verdict,
    /// In how many executions it holds.
    pub quantity: Option<Quantity>,
    /// Whether the statement is true.
    pub holds: Option<bool>,
    /// An execution that shows it.
    pub witness: Option<Witness>,
    /// How large it is, if a smallest one was looked for.
    pub smallest: Option<Size>,
    /// Why there is none.
    pub reason: Option<Reason>,
    /// Why no execution has a race, where the model promises nothing of racy programs.
    pub race_freedom: Option<Reason>,
    /// What an unreachable outcome would take.
    pub story: Option<Story>,
    /// What the model refuses.
    pub unsupported: Option<Refusal>,
    /// What the test expects of this model.
    pub expected: Option<Expected>,
    /// The expectations that it fails, in words.
    pub failures: Vec<String>,
    /// Remarks.
    pub notes: Vec<String>,
    /// Those of them that say what stayed open.
    pub open: Vec<Opened>,
    /// The accesses that race in the witness.
    pub race: Option<Race>,
    /// The model's flags that the witness raises.
    pub flags: Vec<String>,
    /// The model's flags that were asked about, and whether some execution raises each.
    pub raised: BTreeMap<String, Option<bool>>,
    /// How long it took.
    pub took: Duration,
    /// Who answered.
    pub solver: Solver,
}

impl Answer {
    /// The view of what an engine found.
    #[must_use]
    pub fn of(program: &Program, model: &Model, outcome: &Outcome, took: Duration) -> Self {
        let unrolled = outcome.unrolled.as_deref();
        let solver = Solver::of(outcome.credit());
        let reason = |reason: Option<&outcome::Reason>| {
            let (unrolled, reason) = unrolled.zip(reason)?;
            Some(Reason::of(program, unrolled, model, reason))
        };
        let mut answer = Self {
            quantity: outcome.quantity,
            holds: outcome.holds,
            witness: witness(program, model, outcome),
            smallest: size(program, model, outcome),
            reason: reason(outcome.reason.as_ref()),
            race_freedom: reason(outcome.race_freedom.as_ref()),
            story: unrolled
                .zip(outcome.story.as_ref())
                .map(|(unrolled, story)| Story::of(program, unrolled, model, story)),
            unsupported: outcome
                .unsupported()
                .map(|refused| refusal(program, model, refused)),
            race: race(program, outcome),
            flags: outcome.flags().to_vec(),
            raised: outcome.raised.clone(),
            ..Self::bare(program, model, outcome.verdict(), took, solver)
        };
        answer.open = outcome.open().map(Opened::of).collect();
        answer.notes.extend(outcome.notes());
        answer
    }

    fn bare(
        program: &Program,
        model: &Model,
        verdict: Verdict,
        took: Duration,
        solver: Solver,
    ) -> Self {
        Self {
            file: program.source.name.to_string(),
            test: program.name.clone(),
            model: model.name.clone(),
            quantifier: names::quantifier(program.quantifier),
            statement: names::statement(program),
            verdict,
            quantity: None,
            holds: None,
            witness: None,
            smallest: None,
            reason: None,
            race_freedom: None,
            story: None,
            unsupported: None,
            expected: None,
            failures: Vec::new(),
            notes: holes(program),
            open: Vec::new(),
            race: None,
            flags: Vec::new(),
            raised: BTreeMap::new(),
            took,
            solver,
        }
    }
}

/// What is shown, in the words of whoever found it.
fn witness(program: &Program, model: &Model, outcome: &Outcome) -> Option<Witness> {
    let unrolled = outcome.unrolled.as_deref();
    match &outcome.shown()?.run {
        Run::Schedule(schedule) => machine::view(program, model.machine()?, unrolled, schedule),
        Run::Execution(execution) => Some(Witness::of(program, unrolled?, execution)),
        Run::Enumerated { execution, .. } => Some(enumerated::view(program, execution)),
    }
}

fn size(program: &Program, model: &Model, outcome: &Outcome) -> Option<Size> {
    let (smallest, unrolled) = (outcome.smallest.as_ref()?, outcome.unrolled.as_deref());
    match outcome.schedule() {
        Some(schedule) => {
            let machine = model.machine()?;
            Some(Size::of_machine(
                program, machine, unrolled, schedule, smallest,
            ))
        }
        None => Some(Size::of_axioms(program, unrolled?, smallest)),
    }
}

fn race(program: &Program, outcome: &Outcome) -> Option<Race> {
    if let Some(race) = outcome.race() {
        return Some(Race::of(program, outcome.unrolled.as_deref()?, race));
    }
    match &outcome.shown()?.run {
        Run::Enumerated { execution, race } => {
            race.map(|pair| enumerated::race(program, execution, pair))
        }
        Run::Execution(_) | Run::Schedule(_) => None,
    }
}

/// The remark on each `fence.?`, which is no fence here.
fn holes(program: &Program) -> Vec<String> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    code.filter(|instruction| matches!(instruction.kind, InstructionKind::Fence(Fence::Hole)))
        .map(|instruction| {
            let site = Site::of(&program.source, instruction.span);
            format!("`{}` at {} is taken as no fence", site.text, site.place())
        })
        .collect()
}

fn refusal(program: &Program, model: &Model, refused: &Unsupported) -> Refusal {
    let nearest = nearest(model, program, refused);
    let diagnostic = Diagnostic::new(
        format!("{} gives {} no meaning", model.name, refused.what),
        refused.span,
        "so this test has no verdict",
    )
    .with_help(match &nearest {
        Some(nearest) => format!("nearest in {}: {nearest}; {}", model.name, refused.advice),
        None => refused.advice.to_owned(),
    });
    Refusal {
        what: refused.what,
        advice: refused.advice,
        nearest,
        site: Site::of(&program.source, refused.span),
        report: Report::new(program.source.clone(), vec![diagnostic]),
    }
}
