//! The cheapest fences, as a view.

use std::time::Duration;

use serde::Serialize;

use super::found::{Found, Verdict};
use super::patch::Edit;
use super::prove::Proved;
use super::sites::{Site, SiteKind};
use crate::model::Model;
use crate::model::registry::DATA_RACE;
use crate::program::Program;
use crate::sat::engine::Finder;
use crate::syntax::ast::Quantifier;
use crate::syntax::difference::unified;
use crate::verdict::outcome::{Conclusion, Outcome};

use crate::view::answer::Answer;
use crate::view::names;

/// What was found out about the fences of a test.
#[derive(Debug, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and a field of the JSON"
)]
pub struct Fenced {
    /// The file of the test.
    pub file: String,
    /// The test's name.
    pub test: String,
    /// The model's name.
    pub model: String,
    /// The test's statement in full.
    pub statement: String,
    /// What came out.
    pub answer: Word,
    /// Whether the condition is to hold always, and not never.
    #[serde(skip)]
    pub forall: bool,
    /// Whether there is nothing but fences to change.
    #[serde(skip)]
    pub fences_only: bool,
    /// Whether barriers were tried.
    #[serde(skip)]
    pub barriers: bool,
    /// Whether there is something that could be weaker, which was not tried.
    #[serde(skip)]
    pub keeps_strength: bool,
    /// Whether the test needs no change to forbid the outcome; null where that is open.
    pub forbidden_as_it_is: Option<bool>,
    /// What the test costs as it is.
    pub cost_as_it_is: u64,
    /// What the cheapest solutions cost.
    pub cost: Option<u64>,
    /// What is known where the search ended early: nothing that costs less does, as far as it was
    /// decided.
    pub at_least: Option<u64>,
    /// The solutions; the first is the one that is written to a file.
    pub solutions: Vec<Solution>,
    /// Whether these are known to be all of that cost.
    pub complete: bool,
    /// What everything everywhere does not forbid.
    pub survivor: Option<Solution>,
    /// What the model refuses.
    pub refused: Option<Box<Answer>>,
    /// How many places there are to choose from.
    pub places: usize,
    /// How often the model was asked.
    pub questions: usize,
    /// Remarks.
    pub notes: Vec<String>,
}

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// The cheapest solution.
    Found,
    /// No execution ends and counts: there is nothing to forbid.
    Vacuous,
    /// There is no solution.
    Impossible,
    /// It was not found out.
    Unknown,
    /// The model gives some instruction no meaning.
    Unsupported,
}

/// A changed test.
#[derive(Debug, Serialize)]
pub struct Solution {
    /// What is different.
    pub edits: Vec<Change>,
    /// The difference in the unified format.
    pub diff: String,
    /// The whole text.
    pub patched: String,
    /// What the model says of it: an object as `check` prints.
    pub proof: Box<Answer>,
}

/// A change of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The thread.
    pub thread: String,
    /// The line in the text as it was.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What stood there.
    pub from: Option<String>,
    /// What stands there now.
    pub to: Option<String>,
    /// The instruction that a new fence comes before.
    pub before: Option<String>,
    /// What the change costs; negative where something is saved.
    pub cost: i64,
}

impl Change {
    fn of(edit: &Edit) -> Self {
        let price = |price: u64| i64::try_from(price).unwrap_or(i64::MAX);
        Self {
            thread: format!("P{}", edit.thread),
            line: edit.at.line,
            column: edit.at.column,
            from: edit.from.clone(),
            to: edit.to.clone(),
            before: edit.before.clone(),
            cost: price(edit.price) - price(edit.old_price),
        }
    }
}

impl Fenced {
    /// The view of what a search found, and of what the model says of its solutions.
    #[must_use]
    pub fn of(program: &Program, model: &Model, found: &Found, proved: &[Proved]) -> Self {
        let mut solutions: Vec<Solution> = proved
            .iter()
            .map(|proved| Solution::of(program, model, proved))
            .collect();
        let mut view = Self {
            file: program.source.name.to_string(),
            test: program.name.clone(),
            model: model.name.clone(),
            statement: names::statement(program),
            answer: Word::Found,
            forall: program.quantifier == Quantifier::Forall,
            fences_only: found
                .template
                .sites
                .iter()
                .all(|site| site.kind != SiteKind::Access),
            barriers: found.template.sites.iter().any(Site::is_barrier),
            keeps_strength: found.given > 0 && !found.may_weaken,
            forbidden_as_it_is: found.forbidden,
            cost_as_it_is: found.given,
            cost: None,
            at_least: None,
            solutions: Vec::new(),
            complete: false,
            survivor: None,
            refused: None,
            places: found.template.places(),
            questions: found.questions,
            notes: Vec::new(),
        };
        match &found.verdict {
            Verdict::Cheapest { cost, complete, .. } => {
                view.cost = Some(*cost);
                view.complete = *complete;
                view.solutions = solutions;
            }
            Verdict::Vacuous => {
                view.answer = Word::Vacuous;
                view.solutions = solutions;
            }
            Verdict::Impossible(survivor) => {
                if survivor.is_none() {
                    view.notes.push(NO_EXECUTION.to_owned());
                }
                view.answer = Word::Impossible;
                view.complete = true;
                view.survivor = (!solutions.is_empty()).then(|| solutions.remove(0));
            }
            Verdict::Open(open) => {
                view.answer = Word::Unknown;
                view.at_least = open.at_least;
                view.cost = open.does.as_ref().map(|does| does.cost);
                view.notes.clone_from(&open.why);
                view.solutions = solutions;
            }
            Verdict::Refused(refused) => {
                view.answer = Word::Unsupported;
                let refused = refused.clone();
                let refused = Conclusion::Unsupported { refused };
                let outcome = Outcome::bare(refused, Finder::BuiltIn);
                let answer = Answer::of(program, model, &outcome, Duration::ZERO);
                view.refused = Some(Box::new(answer));
            }
        }
        view.notes.extend(remarks(found, &view));
        view
    }
}

const NO_EXECUTION: &str =
    "where all is as strong as can be no execution counts, which is no way to forbid one";

/// What else is to be known of an answer: races.
fn remarks(found: &Found, view: &Fenced) -> Option<String> {
    if view.answer != Word::Found {
        return None;
    }
    let changed = view.solutions.iter().any(|one| !one.edits.is_empty());
    let as_before = if changed { ", as before" } else { "" };
    let races = view.solutions.iter().any(|solution| {
        let raised = solution.proof.raised.get(DATA_RACE);
        raised.is_some_and(|raised| *raised != Some(false))
    });
    match found.racy {
        Some(false) => Some(format!("no execution has a data race{as_before}")),
        Some(true) if races => {
            let still = if changed { " still" } else { "" };
            Some(format!(
                "some execution has a data race{still}{as_before} (`check --race` shows it)"
            ))
        }
        None if races => Some(format!(
            "whether some execution has a data race was not found out{as_before}"
        )),
        Some(true) | None => None,
    }
}

impl Solution {
    fn of(program: &Program, model: &Model, proved: &Proved) -> Self {
        let source = &program.source;
        let (old, new) = (&*source.text, proved.patched.text.as_str());
        let name = &*source.name;
        let proof = Answer::of(
            &proved.patched.program,
            model,
            &proved.outcome,
            Duration::ZERO,
        );
        Self {
            edits: proved.patched.edits.iter().map(Change::of).collect(),
            diff: unified((name, &format!("{name} (fenced)")), old, new),
            patched: new.to_owned(),
            proof: Box::new(proof),
        }
    }
}
