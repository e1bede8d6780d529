//! Earlier runs: what `run` has printed as JSON, read again.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::program::Program;
use crate::syntax::Report;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};
use crate::tasks::batch::fingerprint::hex;

use super::amiss::Amiss;
use super::device::OPTIMISED;

/// So many bytes the JSON of runs may have: it has some kilobytes of each test.
pub const MOST_BYTES: u64 = 64 << 20;

/// What is read of an earlier run of a test.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "an object for each run")]
pub struct Earlier {
    /// The test's name.
    pub test: String,
    /// The fingerprint of its text.
    pub hash: String,
    /// The kind of device.
    pub backend: String,
    /// Instances that ended.
    pub instances: u64,
    /// Instances in which a thread did not come to its end.
    pub unfinished: u64,
    /// The states that were seen.
    pub states: Vec<EarlierState>,
    /// Why the run says nothing, or ended too early.
    pub failure: Option<String>,
    /// Whether its machine code was still the test, where it had some.
    pub optcheck: Option<String>,
}

/// A state of an earlier run.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "an object for each state")]
pub struct EarlierState {
    /// Its values.
    pub values: BTreeMap<String, i64>,
    /// How often it was seen.
    pub count: u64,
}

impl Earlier {
    /// Whether it is of a test: of its name and its very text.
    #[must_use]
    pub fn is_of(&self, name: &str, hash: &str) -> bool {
        self.test == name && self.hash == hash
    }

    /// Why what was seen says too little of the test.
    pub fn shortcomings(&self) -> impl Iterator<Item = String> {
        let failure = self.failure.as_ref();
        let failure = failure.map(|failure| format!("the run is not whole: {failure}"));
        let optimised = self.optcheck.as_deref() == Some(OPTIMISED);
        let optimised = optimised.then(|| {
            "optimised: the machine code that ran is another test, so it says nothing of this one"
                .to_owned()
        });
        failure.into_iter().chain(optimised)
    }
}

/// The fingerprint of a test's text, as runs have it.
#[must_use]
pub fn hash(program: &Program) -> String {
    hex(&[&program.source.text])
}

/// Reads the JSON of `run`: a list of runs, or one after the other.
///
/// # Errors
///
/// It is none, or has no run.
pub fn read(source: &SourceFile) -> Result<Vec<Earlier>, Report> {
    let text = &source.text;
    let runs: serde_json::Result<Vec<Earlier>> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text)
    } else {
        serde_json::Deserializer::from_str(text)
            .into_iter()
            .collect()
    };
    let one = match runs {
        Ok(runs) if runs.is_empty() => {
            Diagnostic::new("there is no run in it", Span::new(0, 0), "here")
        }
        Ok(runs) => return Ok(runs),
        Err(error) => {
            let amiss = Amiss::of(text, &error);
            let message = format!("this is no JSON of `run`: {}", amiss.message);
            Diagnostic::new(message, amiss.span, amiss.expected)
        }
    };
    let one = one.with_help(
        "`gpu-litmus run TEST --format json` and `--format jsonl` print the JSON of runs",
    );
    Err(Report::new(source.clone(), vec![one]))
}
