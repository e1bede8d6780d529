//! What is other than in an earlier run.

use std::collections::BTreeMap;

use serde::Serialize;

use super::earlier::{Earlier, EarlierState};
use super::view::View;

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

/// The run of the same test on the same kind of device.
#[must_use]
pub fn find<'a>(runs: &'a [Earlier], view: &View) -> Option<&'a Earlier> {
    runs.iter()
        .find(|run| run.is_of(&view.test, &view.hash) && run.backend == view.backend)
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
