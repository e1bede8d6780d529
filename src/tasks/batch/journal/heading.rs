//! The first line of a journal: what was asked.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::Model;
use crate::sat::engine::Engine;
use crate::tasks::batch::ask::Asked;
use crate::tasks::batch::fingerprint::of_model;
use crate::tasks::batch::journal::first::First;
use crate::tasks::batch::journal::written::Written;
use crate::tasks::batch::shard::Shard;
use crate::tasks::batch::states::Listing;
use crate::verdict::query::Options;

/// The form of journals.
const FORM: u32 = 1;

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and a field of the JSON"
)]
pub struct Heading {
    /// The form of the journal.
    journal: u32,
    /// The version of the program.
    version: String,
    /// The models.
    pub models: Vec<ModelText>,
    /// The loop bound.
    bound: usize,
    /// Time for each query, in milliseconds.
    timeout: Option<u64>,
    /// Memory for each test, in bytes.
    memory: Option<u64>,
    /// Whether it was asked in how many executions the condition holds.
    quantity: bool,
    /// Whether reasons were asked for.
    reason: bool,
    /// Whether all final states were asked for.
    #[serde(default)]
    states: bool,
    /// What was looked at in them, where that was said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    observe: Vec<String>,
    /// The most of them, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<usize>,
    /// Who answered.
    #[serde(default = "Heading::auto")]
    engine: String,
    /// Which shard.
    part: usize,
    /// Of how many.
    of: usize,
    /// Whether each line behind it has a sum; none had one once.
    #[serde(default)]
    sums: bool,
}

/// A model as it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelText {
    /// Its name.
    pub name: String,
    /// The fingerprint of its text, and of those that it includes.
    pub text: String,
    /// Whether it was named, and does not only belong to `all`.
    pub named: bool,
}

impl ModelText {
    /// A model, and whether it was named.
    #[must_use]
    pub fn of(model: &Model, named: bool) -> Self {
        Self {
            name: model.name.clone(),
            text: of_model(model),
            named,
        }
    }
}

/// Who answers, in a word.
pub(crate) fn engine(options: &Options) -> String {
    if options.explicit {
        "explicit".to_owned()
    } else {
        options.engine.name().to_owned()
    }
}

/// A time in milliseconds.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Heading {
    /// The heading of a run.
    #[must_use]
    pub fn of(
        models: &[Asked],
        (options, states): (&Options, Option<&Listing>),
        memory: Option<u64>,
        shard: Shard,
    ) -> Self {
        let models = models.iter();
        let models = models.map(|asked| ModelText::of(&asked.model, asked.named));
        Self {
            journal: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            models: models.collect(),
            bound: options.bound,
            timeout: options.timeout.map(millis),
            memory,
            quantity: options.quantity,
            reason: options.reason,
            states: states.is_some(),
            observe: states.map_or_else(Vec::new, |listing| listing.observe.clone()),
            limit: states.and_then(|listing| listing.most),
            engine: engine(options),
            part: shard.part,
            of: shard.of,
            sums: true,
        }
    }

    fn auto() -> String {
        Engine::Auto.name().to_owned()
    }

    /// Which shard of the suite.
    #[must_use]
    pub const fn shard(&self) -> Shard {
        Shard {
            part: self.part,
            of: self.of,
        }
    }

    /// The same heading for another shard.
    #[must_use]
    pub fn with_shard(&self, shard: Shard) -> Self {
        Self {
            part: shard.part,
            of: shard.of,
            ..self.clone()
        }
    }
}

impl First for Heading {
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    fn parse(text: &str) -> Result<Self, String> {
        let known = Written::parse(text, "`batch --journal`")?;
        if known.comparison.is_some() {
            return Err(
                "it is a journal of a comparison of tests, not of `batch`: gpu_litmus.cluster.compare goes on with it"
                    .to_owned(),
            );
        }
        if let Some(command) = &known.search {
            return Err(format!(
                "it is a journal of `{command}`, not of `batch`: name it there, with --known"
            ));
        }
        known.heading(text, FORM, "verdicts")
    }

    fn difference(&self, new: &Self) -> Option<String> {
        if self.models != new.models {
            let names = |heading: &Self| {
                let names = heading.models.iter().map(|model| model.name.as_str());
                names.collect::<Vec<_>>().join(",")
            };
            let (old, new) = (names(self), names(new));
            return Some(if old == new {
                format!(
                    "with `-m {old}`, and the text of a model is another now, or how it is named"
                )
            } else {
                format!("with `-m {old}`, this run has `-m {new}`")
            });
        }
        let show = |heading: &Self| {
            let option = |value: Option<u64>, unit| {
                value.map_or_else(|| "none".to_owned(), |value| format!("{value}{unit}"))
            };
            [
                format!("--shard {}", heading.shard()),
                format!("--bound {}", heading.bound),
                format!("--timeout {}", option(heading.timeout, "ms")),
                format!("--memory {}", option(heading.memory, " bytes")),
                switch("--no-quantity", heading.quantity),
                switch("--no-reason", heading.reason),
                switch("--states", !heading.states),
                match heading.observe.as_slice() {
                    [] => "no --observe".to_owned(),
                    names => format!("--observe {}", names.join(",")),
                },
                heading
                    .limit
                    .map_or_else(|| "no --limit".to_owned(), |most| format!("--limit {most}")),
                format!("--engine {}", heading.engine),
            ]
        };
        let (was, is) = (show(self), show(new));
        let other = was.iter().zip(&is).find(|(was, is)| was != is);
        if let Some((was, is)) = other {
            return Some(format!("with {was}, this run has {is}"));
        }
        // Whether lines have sums is no question.
        let asked = Self {
            sums: self.sums,
            ..new.clone()
        };
        (*self != asked).then(|| "for another question".to_owned())
    }

    fn sums(&self) -> bool {
        self.sums
    }
}

fn switch(name: &str, off: bool) -> String {
    if off {
        format!("no {name}")
    } else {
        name.to_owned()
    }
}
