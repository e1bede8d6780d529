//! The answer for one test and one model as a view.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::explicit;
use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::program::{InstructionKind, Program};
use crate::sat::engine::{Certificate, Credit, Finder};
use crate::syntax::ast::Fence;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::ugpu::machine as ugpu;
use crate::verdict::outcome::Outcome;

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
    fn of(credit: Option<Credit>) -> Self {
        let found = credit.map_or(Finder::BuiltIn, |credit| credit.found);
        let confirmed = credit.and_then(|credit| credit.confirmed);
        Self {
            name: found.name(),
            version: found.version().unwrap_or_default(),
            confirmed: confirmed.map(Certificate::name),
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
    /// Where it is.
    #[serde(flatten)]
    pub site: Site,
    /// The same as a diagnostic, to be rendered.
    #[serde(skip)]
    pub report: Report,
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
    /// The view of what the solver found.
    #[must_use]
    pub fn of(program: &Program, model: &Model, outcome: &Outcome, took: Duration) -> Self {
        let unrolled = outcome.unrolled.as_deref();
        let solver = Solver::of(outcome.credit);
        let refused = outcome.unsupported.as_ref();
        let mut answer = Self {
            quantity: outcome.quantity,
            holds: outcome.holds,
            witness: match (&outcome.schedule, model.machine()) {
                (Some(execution), Some(machine)) => {
                    machine::view(program, machine, unrolled, execution)
                }
                _ => unrolled
                    .zip(outcome.witness.as_ref())
                    .map(|(unrolled, execution)| Witness::of(program, unrolled, execution)),
            },
            smallest: outcome.smallest.as_ref().and_then(|smallest| {
                match (&outcome.schedule, model.machine()) {
                    (Some(execution), Some(machine)) => Some(Size::of_machine(
                        program, machine, unrolled, execution, smallest,
                    )),
                    _ => unrolled.map(|events| Size::of_axioms(program, events, smallest)),
                }
            }),
            reason: unrolled
                .zip(outcome.reason.as_ref())
                .map(|(unrolled, reason)| Reason::of(program, unrolled, model, reason)),
            race_freedom: unrolled
                .zip(outcome.race_freedom.as_ref())
                .map(|(unrolled, reason)| Reason::of(program, unrolled, model, reason)),
            story: unrolled
                .zip(outcome.story.as_ref())
                .map(|(unrolled, story)| Story::of(program, unrolled, model, story)),
            unsupported: refused.map(|refused| refusal(program, model, refused)),
            race: unrolled
                .zip(outcome.race.as_ref())
                .map(|(unrolled, race)| Race::of(program, unrolled, race)),
            flags: outcome.flags.clone(),
            raised: outcome.raised.clone(),
            ..Self::bare(program, model, outcome.verdict, took, solver)
        };
        answer.notes.extend(outcome.notes.iter().cloned());
        answer
    }

    /// The view of what the enumeration found.
    #[must_use]
    pub fn of_enumeration(
        program: &Program,
        model: &Model,
        found: &Result<explicit::Answer, explicit::Unsupported>,
        took: Duration,
    ) -> Self {
        let solver = Solver {
            name: "explicit",
            version: env!("CARGO_PKG_VERSION").to_owned(),
            confirmed: None,
        };
        let bare = |verdict| Self::bare(program, model, verdict, took, solver.clone());
        match found {
            Ok(found) => enumerated::answer(program, model, found, bare(found.verdict)),
            Err(refused) => {
                let refused = Unsupported {
                    span: refused.span,
                    what: refused.what,
                    advice: "the enumerator knows neither barriers nor proxies; leave out `--engine explicit`",
                };
                // The model's own words are better where it refuses the same instruction.
                let refused = model.refuses(program).unwrap_or(refused);
                Self {
                    unsupported: Some(refusal(program, model, &refused)),
                    ..bare(Verdict::Unsupported)
                }
            }
        }
    }

    /// The view of what the exploration of a machine's states found.
    #[must_use]
    pub fn of_exploration(
        program: &Program,
        model: &Model,
        found: &Result<ugpu::Answer, ugpu::Unsupported>,
        took: Duration,
    ) -> Self {
        let solver = Solver {
            name: "explicit",
            version: env!("CARGO_PKG_VERSION").to_owned(),
            confirmed: None,
        };
        let bare = |verdict| Self::bare(program, model, verdict, took, solver.clone());
        match found {
            Ok(found) => {
                let bare = bare(found.verdict);
                machine::answer(program, model.machine(), found, bare)
            }
            Err(refused) => Self {
                unsupported: Some(refusal(program, model, &(*refused).into())),
                ..bare(Verdict::Unsupported)
            },
        }
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
            race: None,
            flags: Vec::new(),
            raised: BTreeMap::new(),
            took,
            solver,
        }
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
    let diagnostic = Diagnostic::new(
        format!("{} gives {} no meaning", model.name, refused.what),
        refused.span,
        "so this test has no verdict",
    )
    .with_help(refused.advice);
    Refusal {
        what: refused.what,
        advice: refused.advice,
        site: Site::of(&program.source, refused.span),
        report: Report::new(program.source.clone(), vec![diagnostic]),
    }
}
