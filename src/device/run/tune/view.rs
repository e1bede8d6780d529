//! What came of a tuning, ready to be shown and to be kept.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::device::run::device::Backend;
use crate::device::run::profile::VERSION;
use crate::device::run::settings::{Settings, Value};
use crate::device::run::view::State;

use super::rank::{Tried, best, for_all};

/// The names and values of settings.
pub type Told = BTreeMap<&'static str, Value>;

/// What came of a tuning: as JSON it is a profile.
#[derive(Debug, Clone, Serialize)]
pub struct Tuned {
    /// The version that wrote it.
    pub version: &'static str,
    /// The kind of device.
    pub backend: &'static str,
    /// The device.
    pub device: String,
    /// Its driver, where it has one.
    pub driver: Option<String>,
    /// The seed.
    pub seed: u64,
    /// How often a backward jump was taken.
    pub bound: usize,
    /// The models that judged.
    pub models: Vec<Judge>,
    /// The most launches under each settings, if that is said.
    pub launches: Option<u64>,
    /// The most milliseconds for them, if that is said.
    pub time: Option<f64>,
    /// All settings that were tried.
    pub tried: Vec<Told>,
    /// The number of those that are best for all tests; none where nothing was seen.
    pub best: Option<usize>,
    /// How many tests show under them often enough to show again.
    pub enough: usize,
    /// The rate of the rarest of these.
    pub smallest: f64,
    /// What they are; those that were begun with, where nothing was seen.
    pub settings: Told,
    /// The tests.
    pub tests: Vec<Test>,
}

/// A model that judged.
#[derive(Debug, Clone, Serialize)]
pub struct Judge {
    /// Its name.
    pub model: String,
}

/// What came of a test.
#[derive(Debug, Clone, Serialize)]
pub struct Test {
    /// Its file.
    pub file: String,
    /// Its name.
    pub test: String,
    /// The fingerprint of its text.
    pub hash: String,
    /// Whether it ran without fences and orders, since a model forbids its condition.
    pub relaxed: bool,
    /// The number of its best settings; none where its condition was never seen.
    pub best: Option<usize>,
    /// What they are; those that were begun with, where it was never seen.
    pub settings: Told,
    /// Sightings in a second, under them.
    pub rate: f64,
    /// How likely a run like that one shows it again.
    pub again: f64,
    /// What came of each settings.
    pub runs: Vec<Run>,
    /// States that a model forbids.
    pub forbidden: Vec<Forbidden>,
    /// Whether some state was left open by a model.
    pub open: bool,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// What came of a test under some settings.
#[derive(Debug, Clone, Serialize)]
pub struct Run {
    /// Their number.
    pub number: usize,
    /// Launches that came to an end.
    pub launches: u64,
    /// Instances that ended.
    pub instances: u64,
    /// Instances in which a thread did not come to its end.
    pub unfinished: u64,
    /// In how many the condition held.
    pub seen: u64,
    /// Sightings in a second.
    pub rate: f64,
    /// How long it took.
    pub millis: f64,
    /// Why it says nothing, or ended too early.
    pub failure: Option<String>,
}

/// A state that a model forbids.
#[derive(Debug, Clone, Serialize)]
pub struct Forbidden {
    /// The number of the settings under which it was seen first.
    pub number: usize,
    /// The state, with the place in their run.
    #[serde(flatten)]
    pub state: State,
    /// Its values in words.
    #[serde(skip)]
    pub words: String,
}

/// How settings were tried.
#[derive(Debug, Clone)]
pub struct How<'a> {
    /// The kind of device.
    pub backend: Backend,
    /// The device, and its driver.
    pub device: (String, Option<String>),
    /// The seed.
    pub seed: u64,
    /// The loop bound.
    pub bound: usize,
    /// The models that judged.
    pub models: Vec<String>,
    /// The most launches and the most time, if they are said.
    pub most: (Option<u64>, Option<Duration>),
    /// The settings; the first are those that were begun with.
    pub settings: &'a [Settings],
}

impl Test {
    /// Ranks what came of a test: `(file, test, hash)`.
    #[must_use]
    pub fn of(
        (file, test, hash): (String, String, String),
        relaxed: bool,
        tried: &[Tried],
        how: &How<'_>,
    ) -> Self {
        let best = best(tried);
        let found = best.and_then(|number| tried.get(number));
        let settings = found.map_or_else(|| how.first(), |one| how.told(one.settings));
        Self {
            file,
            test,
            hash,
            relaxed,
            best,
            settings,
            rate: rounded(found.map_or(0.0, Tried::rate)),
            again: found.map_or(0.0, again),
            runs: tried.iter().enumerate().map(run).collect(),
            forbidden: Vec::new(),
            open: false,
            notes: Vec::new(),
        }
    }

    /// Under how many settings its condition was seen.
    #[must_use]
    pub fn shown_by(&self) -> usize {
        self.runs.iter().filter(|run| run.seen > 0).count()
    }

    /// Whether its settings were not all tried to the end.
    #[must_use]
    pub fn failed(&self) -> Option<&str> {
        self.runs.iter().find_map(|run| run.failure.as_deref())
    }
}

impl Tuned {
    /// Puts all together: the tests with what came of each.
    #[must_use]
    pub fn of(how: &How<'_>, tests: Vec<(Test, Vec<Tried>)>) -> Self {
        let tried = tests.iter().map(|(_, tried)| tried.as_slice());
        let all = for_all(tried, how.most.1);
        let settings = all.and_then(|all| how.settings.get(all.number));
        Self {
            version: VERSION,
            backend: how.backend.name(),
            device: how.device.0.clone(),
            driver: how.device.1.clone(),
            seed: how.seed,
            bound: how.bound,
            models: how.models.iter().cloned().map(Judge::of).collect(),
            launches: how.most.0,
            time: how.most.1.map(millis),
            tried: how.settings.iter().map(|one| how.told(*one)).collect(),
            best: all.map(|all| all.number),
            enough: all.map_or(0, |all| all.tests),
            smallest: rounded(all.map_or(0.0, |all| all.smallest)),
            settings: settings.map_or_else(|| how.first(), |one| how.told(*one)),
            tests: tests.into_iter().map(|(test, _)| test).collect(),
        }
    }
}

impl Judge {
    const fn of(model: String) -> Self {
        Self { model }
    }
}

impl How<'_> {
    /// Settings without the number of launches, which says how long one looks and not how.
    fn told(&self, settings: Settings) -> Told {
        let mut told = settings.told(self.backend);
        told.remove("launches");
        told
    }

    fn first(&self) -> Told {
        let first = self.settings.first().copied();
        self.told(first.unwrap_or_else(|| Settings::of(self.backend)))
    }
}

fn run((number, tried): (usize, &Tried)) -> Run {
    Run {
        number,
        launches: tried.launches,
        instances: tried.instances,
        unfinished: tried.unfinished,
        seen: tried.seen,
        rate: rounded(tried.rate()),
        millis: millis(tried.took),
        failure: tried.failure.clone(),
    }
}

/// How likely a run in which as many sightings are to be expected shows one: 1 - e⁻ˣ.
fn again(tried: &Tried) -> f64 {
    rounded(1.0 - (-tried.expected(None)).exp())
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// To a thousandth.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}
