//! The answer for one test and one model as a view.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::model::Model;
use crate::program::{InstructionKind, Program};
use crate::sat::engine::{Certificate, Credit};
use crate::syntax::ast::Fence;
use crate::verdict::outcome::{self, Outcome, Run};
use crate::verdict::query::Early;

use super::endless::{Endless, Termination};
use super::expected::Expected;
use super::machine;
use super::names;
use super::names::Site;
use super::race::Race;
use super::raced::{execution, flagged_race, other_race, race};
use super::reason::Reason;
use super::refusal::refusal;
use super::size::Size;
use super::states::States;
use super::story::Story;
use super::witness::Witness;

pub use super::raced::Raced;
pub use super::refusal::{Opened, Refusal};
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
    /// Why no execution counts, where none does.
    pub endless: Option<Endless>,
    /// Whether executions end, if the test has anything to wait for.
    pub termination: Option<Termination>,
    /// The final states, if they were asked for and the model promises any.
    pub states: Option<States>,
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
    /// The accesses that race in the witness under a model that flags data races and keeps its promises.
    pub flagged_race: Option<Race>,
    /// Another execution, which has such a race where the witness has none, if it was asked for.
    pub other_race: Option<Raced>,
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
    /// Why the verdict is unknown, where it is.
    #[must_use]
    pub fn whys(&self) -> Vec<String> {
        let open = self.open.iter().filter(|one| one.about == "condition");
        let texts: Vec<String> = open.map(|one| one.text.clone()).collect();
        match (self.verdict, texts) {
            (Verdict::Unknown, none) if none.is_empty() => self.notes.clone(),
            (Verdict::Unknown, whys) => whys,
            (
                Verdict::Reachable | Verdict::Unreachable | Verdict::Racy | Verdict::Unsupported,
                _,
            ) => Vec::new(),
        }
    }

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
            endless: outcome
                .endless
                .as_ref()
                .map(|endless| Endless::of(program, endless)),
            termination: outcome
                .termination
                .as_ref()
                .map(|found| Termination::of(program, found)),
            states: outcome
                .states
                .as_ref()
                .map(|states| States::of(program, model, states)),
            unsupported: outcome
                .unsupported()
                .map(|refused| refusal(program, model, refused)),
            race: race(program, outcome),
            flagged_race: flagged_race(program, outcome),
            other_race: other_race(program, outcome),
            flags: outcome.flags().to_vec(),
            raised: outcome.raised.clone(),
            ..Self::bare(program, model, outcome.verdict(), took, solver)
        };
        answer.open = outcome.open().map(Opened::of).collect();
        answer.notes.extend(outcome.notes());
        answer
    }

    /// Whether the test asks about all executions: then that its statement holds is the answer.
    #[must_use]
    pub fn asks_all(&self) -> bool {
        self.quantifier == "forall"
    }

    /// Whether the verdict leaves open what the test states: whether all executions are so, or how many.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        let open = self.holds.is_none() || self.expected.as_ref().is_some_and(|one| one.open);
        open && matches!(self.verdict, Verdict::Reachable | Verdict::Unreachable)
    }

    /// What is known before a reason is sought.
    #[must_use]
    pub fn early(program: &Program, model: &Model, early: Early) -> Self {
        let nobody = Solver {
            name: "",
            version: String::new(),
            confirmed: None,
        };
        Self {
            quantity: early.quantity,
            holds: early.holds,
            ..Self::bare(program, model, early.verdict, Duration::ZERO, nobody)
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
            endless: None,
            termination: None,
            states: None,
            unsupported: None,
            expected: None,
            failures: Vec::new(),
            notes: holes(program),
            open: Vec::new(),
            race: None,
            flagged_race: None,
            other_race: None,
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
    let shown = match &outcome.shown()?.run {
        Run::Schedule(schedule) => machine::view(program, model.machine()?, unrolled, schedule),
        run @ (Run::Execution(_) | Run::Enumerated { .. }) => execution(program, unrolled, run),
    }?;
    let Some(wanted) = program.condition.asks_end() else {
        return Some(shown);
    };
    // That it ends is nothing that its final state could say.
    let counterexample = outcome.counterexample.is_some();
    Some(Witness {
        counterexample,
        endless: wanted == counterexample,
        ..shown
    })
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
