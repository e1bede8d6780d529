//! What came of a test: its states with what models say of them, ready to be shown.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::Model;
use crate::program::{LocationId, Program};
use crate::syntax::diagnostic::Report;
use crate::verdict::query::Options;
use crate::view::names;

use super::baseline::Change;
use super::device::{Backend, Fault, OPTIMISED};
use super::earlier::hash;
pub use super::judge::Ruled;
use super::judge::{Judge, Say, ruled};
use super::makeable::Makeable;
use super::observe::Observed;
use super::settings::{Settings, Value};
use super::tally::{Place, Seen};
use super::trial::{Cut, Ran};

/// What came of a test on a device.
#[derive(Debug, Clone, Serialize)]
pub struct View {
    /// The file of the test.
    pub file: String,
    /// Its name.
    pub test: String,
    /// The fingerprint of its text.
    pub hash: String,
    /// The kind of device.
    pub backend: &'static str,
    /// The device, in a few words.
    pub device: String,
    /// The version of its driver, where it has one.
    pub driver: Option<String>,
    /// The seed of all that is left to chance.
    pub seed: u64,
    /// The settings that count.
    pub settings: BTreeMap<&'static str, Value>,
    /// Launches that came to an end.
    pub launches: u64,
    /// Instances that ended.
    pub instances: u64,
    /// Instances in which a thread did not come to its end.
    pub unfinished: u64,
    /// What is told apart in a final state.
    pub observed: Vec<String>,
    /// The states that were seen, by their values.
    pub states: Vec<State>,
    /// In how many instances the condition held.
    pub condition_seen: u64,
    /// The models that judge.
    pub models: Vec<Judging>,
    /// Whether the compiler kept the test: nobody compiled it.
    pub optcheck: Option<&'static str>,
    /// How long it took.
    pub millis: f64,
    /// Why the run says nothing, or ended too early.
    pub failure: Option<String>,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// What is other than in an earlier run, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Change>,
    /// How often a backward jump is taken by models and walks.
    #[serde(skip)]
    pub bound: usize,
    /// The names of the locations.
    #[serde(skip)]
    pub locations: Vec<String>,
}

/// A model that judges.
#[derive(Debug, Clone, Serialize)]
pub struct Judging {
    /// Its name.
    pub model: String,
    /// What it says of the test's own condition.
    pub verdict: &'static str,
    /// What the test expects of it and does not get.
    pub failures: Vec<String>,
    /// Why the verdict is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Why the model does not judge, if it gives an instruction no meaning.
    pub unsupported: Option<String>,
}

/// A state that was seen.
#[derive(Debug, Clone, Serialize)]
pub struct State {
    /// The value of each part that is told apart.
    pub values: BTreeMap<String, i64>,
    /// How often it was seen.
    pub count: u64,
    /// Where first.
    pub first: Place,
    /// Whether the condition holds in it, and the filter.
    pub condition: bool,
    /// Whether it has a value that no instruction of the test makes: every model forbids it.
    pub other: bool,
    /// What each model says of it.
    pub models: Vec<Ruled>,
    /// The values in the order of what is observed.
    #[serde(skip)]
    pub list: Vec<i64>,
}

impl State {
    /// Whether a model forbids it, or all do.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        self.other || self.models.iter().any(|one| one.says == Say::Forbidden)
    }
}

/// Who ran a test, and how.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The kind of device.
    pub backend: Backend,
    /// The device.
    pub device: String,
    /// Its driver, where it has one.
    pub driver: Option<String>,
    /// Whether its machine code is still the test, where it has some.
    pub optcheck: Option<&'static str>,
    /// Its settings.
    pub settings: Settings,
    /// The seed.
    pub seed: u64,
    /// Whether an execution is wanted for each state that is allowed.
    pub witnesses: bool,
}

impl View {
    /// Judges what was seen.
    ///
    /// # Errors
    ///
    /// A thread is too long for a model once its loops are unrolled.
    pub fn of(
        program: &Program,
        observed: &Observed,
        setting: &Setting,
        ran: &Ran,
        (models, options): (&[&Model], &Options),
    ) -> Result<Self, Report> {
        let judge = Judge::new(program, observed, options)?;
        let mut judging = Vec::new();
        let mut asked = Vec::new();
        for model in models {
            let answer = judge.test(model)?.answer;
            let refused = answer.unsupported.as_ref();
            let unsupported = refused.map(|refused| refused.what.to_owned());
            if unsupported.is_none() {
                asked.push(*model);
            }
            judging.push(Judging {
                model: model.name.clone(),
                verdict: answer.verdict.name(),
                notes: answer.whys(),
                failures: answer.failures,
                unsupported,
            });
        }
        let makeable = Makeable::of(program, observed);
        let all = ran.tally.states();
        let mut known = Vec::new();
        for model in asked {
            let none = || Ok(vec![false; all.len()]);
            let allowed = if setting.witnesses {
                none()
            } else {
                judge.allowed(model, &all)
            };
            known.push((model, allowed?));
        }
        let mut states = Vec::new();
        for (at, seen) in all.iter().enumerate() {
            let known = known.iter().map(|(model, allowed)| (*model, allowed[at]));
            let rulings = ruled(&judge, known, seen)?;
            states.push(state(program, observed, &makeable, rulings, seen));
        }
        let condition_seen = states.iter().filter(|one| one.condition);
        Ok(Self {
            file: program.source.name.to_string(),
            test: program.name.clone(),
            hash: hash(program),
            backend: setting.backend.name(),
            device: setting.device.clone(),
            driver: setting.driver.clone(),
            seed: setting.seed,
            settings: setting.settings.told(setting.backend),
            launches: ran.launches,
            instances: ran.tally.instances,
            unfinished: ran.tally.unfinished,
            observed: observed.names.clone(),
            condition_seen: condition_seen.map(|one| one.count).sum(),
            states,
            models: judging,
            optcheck: setting.optcheck,
            millis: (ran.took.as_secs_f64() * 1e6).round() / 1e3,
            failure: failure(ran),
            notes: Vec::new(),
            baseline: None,
            bound: options.bound,
            locations: (0..program.locations.len())
                .map(|at| names::location(program, LocationId(at)))
                .collect(),
        })
    }

    /// Whether some state is forbidden.
    #[must_use]
    pub fn has_forbidden(&self) -> bool {
        self.states.iter().any(State::is_forbidden)
    }

    /// Whether something was not found out: of a state, as a model does not judge, since the run says
    /// nothing, or since what ran is another test.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let mut rulings = self.states.iter().flat_map(|state| &state.models);
        let unsupported = self.models.iter().any(|one| one.unsupported.is_some());
        let open = rulings.any(|one| match one.says {
            Say::Open | Say::Unsupported => true,
            Say::Allowed | Say::Forbidden => false,
        });
        let optimised = self.optcheck == Some(OPTIMISED);
        unsupported || open || optimised || self.failure.is_some()
    }
}

/// Why a run says nothing, or too little.
pub(super) fn failure(ran: &Ran) -> Option<String> {
    match &ran.cut {
        Some(Cut::Fault(fault)) => Some(fault.to_string()),
        Some(Cut::Stopped(open)) => Some(Fault::Stopped(open.clone()).to_string()),
        None if ran.tally.instances == 0 => Some(
            "no instance came to its end: nothing was seen, which says nothing of what can be"
                .to_owned(),
        ),
        None => None,
    }
}

fn state(
    program: &Program,
    observed: &Observed,
    makeable: &Makeable,
    models: Vec<Ruled>,
    seen: &Seen,
) -> State {
    let other = !makeable.allows(&seen.state);
    let filter = program.filter.as_ref();
    let counts = filter.is_none_or(|filter| observed.holds(filter, &seen.state));
    let names = observed.names.iter().cloned();
    State {
        values: names.zip(seen.state.iter().copied()).collect(),
        count: seen.count,
        first: seen.first,
        condition: counts && observed.holds(&program.condition, &seen.state),
        other,
        models,
        list: seen.state.to_vec(),
    }
}
