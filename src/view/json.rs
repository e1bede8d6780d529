//! Answers as JSON: the object that `docs/cli.md` describes. Field names never change meaning.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::answer::{Answer, Opened, Refusal, Solver};
use super::endless::{Endless, Wait};
use super::expected::Expected;
use super::machine::Step;
use super::race::Race;
use super::reason::Reason;
use super::size::Size;
use super::states::{State, States};
use super::story::Story;
use super::witness::{Event, Witness};

/// An answer is serialised as that object.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Object::of(self).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    test: &'a str,
    model: &'a str,
    verdict: &'static str,
    quantity: Option<&'static str>,
    holds: Option<bool>,
    statement: &'a str,
    witness: Option<Execution<'a>>,
    reason: Option<&'a Reason>,
    /// Why no execution has a race; only of models that have the notion.
    #[serde(skip_serializing_if = "Option::is_none")]
    race_freedom: Option<&'a Reason>,
    story: Option<&'a Story>,
    /// `always`, `sometimes`, `never` or `unknown`; left out where the test has nothing to wait for, or it was
    /// not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    terminates: Option<&'static str>,
    /// In an execution that never ends, beside others that do: who waits.
    #[serde(skip_serializing_if = "<[Wait]>::is_empty")]
    waits: &'a [Wait],
    /// Why no execution counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    endless: Option<&'a Endless>,
    /// The final states, if they were asked for and any are promised.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Listed<'a>>,
    race: Option<&'a Race>,
    /// Another execution with a data race, where it was asked for and the witness has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_race: Option<Raced<'a>>,
    unsupported: Option<&'a Refusal>,
    expected: Option<&'a Expected>,
    failures: &'a [String],
    notes: &'a [String],
    /// What stayed open, and why, in words that programs can compare.
    #[serde(skip_serializing_if = "<[Opened]>::is_empty")]
    open: &'a [Opened],
    flags: &'a [String],
    /// For each flag whether some execution raises it; null where that is open.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    raised: &'a BTreeMap<String, Option<bool>>,
    millis: f64,
    solver: &'a Solver,
}

impl<'a> Object<'a> {
    fn of(answer: &'a Answer) -> Self {
        let micros = (answer.took.as_secs_f64() * 1e6).round();
        Self {
            file: &answer.file,
            test: &answer.test,
            model: &answer.model,
            verdict: answer.verdict.name(),
            quantity: answer.quantity.map(super::answer::Quantity::name),
            holds: answer.holds,
            statement: &answer.statement,
            witness: answer
                .witness
                .as_ref()
                .map(|witness| Execution::of(witness, answer.smallest.as_ref())),
            reason: answer.reason.as_ref(),
            race_freedom: answer.race_freedom.as_ref(),
            story: answer.story.as_ref(),
            terminates: terminates(answer),
            waits: answer
                .termination
                .as_ref()
                .map_or(&[], |found| found.waits.as_slice()),
            endless: answer.endless.as_ref(),
            states: answer.states.as_ref().map(Listed::of),
            race: answer.race.as_ref().or(answer.flagged_race.as_ref()),
            other_race: answer.other_race.as_ref().map(|other| Raced {
                witness: Execution::of(&other.witness, None),
                race: other.race.as_ref(),
            }),
            unsupported: answer.unsupported.as_ref(),
            expected: answer.expected.as_ref(),
            failures: &answer.failures,
            notes: &answer.notes,
            open: &answer.open,
            flags: &answer.flags,
            raised: &answer.raised,
            millis: micros / 1e3,
            solver: &answer.solver,
        }
    }
}

/// In how many executions all threads end, as far as that was asked.
fn terminates(answer: &Answer) -> Option<&'static str> {
    let waits = |endless: &&Endless| !endless.waits.is_empty();
    let never = answer.endless.as_ref().filter(waits);
    let told = answer.termination.as_ref().map(|found| found.often);
    never.map(|_| "never").or(told)
}

/// Final states as an object.
#[derive(Serialize)]
struct Listed<'a> {
    observed: Vec<&'a str>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<Counted>,
    found: Vec<Ended<'a>>,
}

/// A final state as an object.
#[derive(Serialize)]
struct Ended<'a> {
    values: &'a [i64],
    holds: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<Counted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Execution<'a>>,
}

/// In how many executions the condition holds, and in how many it does not.
#[derive(Serialize)]
struct Counted {
    satisfying: usize,
    violating: usize,
}

impl Counted {
    const fn of((satisfying, violating): (usize, usize)) -> Self {
        Self {
            satisfying,
            violating,
        }
    }
}

impl<'a> Listed<'a> {
    fn of(states: &'a States) -> Self {
        let observed = states.observed.iter();
        Self {
            observed: observed.map(|observed| observed.name.as_str()).collect(),
            complete: states.complete,
            executions: states.executions.map(Counted::of),
            found: states.found.iter().map(Ended::of).collect(),
        }
    }
}

impl<'a> Ended<'a> {
    fn of(state: &'a State) -> Self {
        Self {
            values: &state.values,
            holds: state.holds.name(),
            executions: state.executions.map(Counted::of),
            witness: state
                .witness
                .as_ref()
                .map(|witness| Execution::of(witness, None)),
        }
    }
}

/// An execution with its race.
#[derive(Serialize)]
struct Raced<'a> {
    witness: Execution<'a>,
    race: Option<&'a Race>,
}

/// An execution as an object.
#[derive(Serialize)]
pub(super) struct Execution<'a> {
    counterexample: bool,
    events: &'a [Event],
    rf: &'a [(String, String)],
    co: BTreeMap<&'a str, &'a [String]>,
    /// Where coherence is a partial order, all its pairs; the lists of `co` are then one order of
    /// several that agree with it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    co_pairs: BTreeMap<&'a str, &'a [(String, String)]>,
    /// Steps of a machine; axiomatic models have none.
    steps: &'a [Step],
    r#final: &'a BTreeMap<String, i64>,
    /// How large it is, if a smallest one was asked for.
    #[serde(flatten)]
    size: Option<&'a Size>,
}

impl<'a> Execution<'a> {
    pub(super) fn of(witness: &'a Witness, size: Option<&'a Size>) -> Self {
        let co = witness.co.iter();
        let pairs = witness.co.iter().filter_map(|order| {
            let pairs = order.partial.as_deref()?;
            Some((order.location.as_str(), pairs))
        });
        Self {
            counterexample: witness.counterexample,
            events: &witness.events,
            rf: &witness.rf,
            co: co
                .map(|order| (order.location.as_str(), order.order.as_slice()))
                .collect(),
            co_pairs: pairs.collect(),
            steps: &witness.steps,
            r#final: &witness.end,
            size,
        }
    }
}
