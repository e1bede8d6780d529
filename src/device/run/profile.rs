//! How a run was made, so that it can be made again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::verdict::query::MOST_BOUND;

use super::amiss::Amiss;
use super::device::Backend;
use super::settings::Value;
use super::view::View;

/// What `--keep` writes of a run.
#[derive(Debug, Serialize)]
pub struct Kept<'a> {
    /// The version that wrote it.
    version: &'static str,
    /// How often a backward jump was taken.
    bound: usize,
    /// The run.
    #[serde(flatten)]
    run: &'a View,
}

/// What is read of it.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
struct Read {
    version: String,
    bound: Option<usize>,
    backend: String,
    device: String,
    seed: u64,
    settings: BTreeMap<String, Value>,
    models: Vec<Model>,
    #[serde(default)]
    tests: Vec<Tuned>,
}

/// A test with settings of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Tuned {
    /// The fingerprint of its text.
    pub hash: String,
    /// Its settings.
    pub settings: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize)]
struct Model {
    model: String,
}

/// How a run is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The kind of device.
    pub backend: Backend,
    /// The device.
    pub device: String,
    /// The seed.
    pub seed: u64,
    /// The loop bound, where it says one.
    pub bound: Option<usize>,
    /// Its settings.
    pub settings: BTreeMap<String, Value>,
    /// The models that judged.
    pub models: Vec<String>,
    /// The tests that have settings of their own.
    pub tests: Vec<Tuned>,
}

/// What is read.
const WANTED: &str = "what `run --keep DIR` writes as DIR/NAME.json, or `run --tune N --save FILE`";

/// This program's version: what settings mean may change with it.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl<'a> Kept<'a> {
    /// Of a run under a loop bound.
    #[must_use]
    pub const fn of(run: &'a View, bound: usize) -> Self {
        Self {
            version: VERSION,
            bound,
            run,
        }
    }
}

/// Reads what `--keep` wrote.
///
/// # Errors
///
/// It is nothing of the kind, or of another version; why, in a line.
pub fn read(text: &str) -> Result<Profile, String> {
    if text.trim_start().starts_with('[') {
        return Err(format!(
            "it is a list, such as the JSON of runs; expected {WANTED}"
        ));
    }
    let read: Read = serde_json::from_str(text).map_err(|error| {
        let Amiss {
            message, expected, ..
        } = Amiss::of(text, &error);
        format!(
            "line {}, column {}: {message}: {expected}; a profile is {WANTED}",
            error.line(),
            error.column()
        )
    })?;
    if read.version != VERSION {
        return Err(format!(
            "it is of version {}, and this is {VERSION}: settings may mean something else",
            read.version
        ));
    }
    let backend = Backend::from_name(&read.backend)
        .ok_or_else(|| format!("there is no backend `{}`", read.backend))?;
    if let Some(bound) = read.bound.filter(|bound| *bound > usize::from(MOST_BOUND)) {
        return Err(format!(
            "its bound is {bound}: expected at most {MOST_BOUND}"
        ));
    }
    Ok(Profile {
        backend,
        device: read.device,
        seed: read.seed,
        bound: read.bound,
        settings: read.settings,
        models: read.models.into_iter().map(|one| one.model).collect(),
        tests: read.tests,
    })
}
