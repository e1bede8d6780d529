//! What is other than in an earlier run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::view::View;

/// What is read of an earlier run of a test: the JSON of `run`.
#[derive(Debug, Clone, Deserialize)]
pub struct Earlier {
    /// The test's name.
    pub test: String,
    /// The fingerprint of its text.
    pub hash: String,
    /// The kind of device.
    pub backend: String,
    /// Instances that ended.
    pub instances: u64,
    /// The states that were seen.
    pub states: Vec<EarlierState>,
}

/// A state of an earlier run.
#[derive(Debug, Clone, Deserialize)]
pub struct EarlierState {
    /// Its values.
    pub values: BTreeMap<String, i64>,
    /// How often it was seen.
    pub count: u64,
}

/// What is other than it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Change {
    /// How many instances there were.
    pub instances: u64,
    /// States that were not seen then.
    pub new: Vec<New>,
    /// States that are not seen any more.
    pub gone: Vec<Gone>,
    /// How often in an instance each of the others was seen and is seen.
    pub rates: Vec<Rate>,
}

/// A state that was not seen before.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct New {
    /// Its values.
    pub values: BTreeMap<String, i64>,
    /// How often it is seen.
    pub count: u64,
}

/// A state that is not seen any more.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gone {
    /// Its values.
    pub values: BTreeMap<String, i64>,
    /// How often it was seen.
    pub count: u64,
    /// The chance that nothing has changed, and it was not seen by luck: e to the power of minus the sightings
    /// that were to be expected.
    pub luck: f64,
}

/// How often a state is seen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rate {
    /// Its values.
    pub values: BTreeMap<String, i64>,
    /// Sightings in an instance, in the earlier run.
    pub before: f64,
    /// Sightings in an instance.
    pub now: f64,
}

/// Reads the JSON of `run`: one document, or one a line.
///
/// # Errors
///
/// It is none; why, in a line.
pub fn read(text: &str) -> Result<Vec<Earlier>, String> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| error.to_string());
    }
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let runs: Result<Vec<Earlier>, String> = lines
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", at + 1))
        })
        .collect();
    match runs {
        Ok(runs) if runs.is_empty() => Err("there is no run in it".to_owned()),
        runs => runs,
    }
}

/// The run of the same test on the same kind of device.
#[must_use]
pub fn find<'a>(runs: &'a [Earlier], view: &View) -> Option<&'a Earlier> {
    runs.iter()
        .find(|run| run.hash == view.hash && run.test == view.test && run.backend == view.backend)
}

/// A count as a share of another.
#[expect(clippy::cast_precision_loss, reason = "a rate, for people")]
#[must_use]
pub fn rate(count: u64, of: u64) -> f64 {
    if of == 0 {
        0.0
    } else {
        count as f64 / of as f64
    }
}

/// Compares with an earlier run.
#[must_use]
pub fn compare(earlier: &Earlier, view: &View) -> Change {
    let mut change = Change {
        instances: earlier.instances,
        ..Change::default()
    };
    for state in &view.states {
        let values = state.values.clone();
        let before = earlier.states.iter().find(|one| one.values == values);
        match before.filter(|one| one.count > 0) {
            None => change.new.push(New {
                values,
                count: state.count,
            }),
            Some(before) => change.rates.push(Rate {
                values,
                before: rate(before.count, earlier.instances),
                now: rate(state.count, view.instances),
            }),
        }
    }
    let seen = |one: &&EarlierState| view.states.iter().any(|state| state.values == one.values);
    let gone = earlier
        .states
        .iter()
        .filter(|one| one.count > 0 && !seen(one));
    change.gone = gone
        .map(|one| Gone {
            values: one.values.clone(),
            count: one.count,
            luck: luck(one.count, earlier.instances, view.instances),
        })
        .collect();
    change
}

/// The chance that what was seen so often before is not seen by luck.
#[expect(clippy::cast_precision_loss, reason = "a chance, for people")]
fn luck(count: u64, before: u64, now: u64) -> f64 {
    (-rate(count, before) * now as f64).exp()
}
