//! The first line of a journal of a search: what was asked.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::model::Model;
use crate::tasks::batch::fingerprint::{hex, of_model};
use crate::tasks::batch::journal::first::First;
use crate::tasks::batch::journal::written::Written;
use crate::tasks::batch::shard::Shard;

/// The form of journals.
const FORM: u32 = 2;

/// What a search was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The form of the journal.
    journal: u32,
    /// The version of the program.
    version: String,
    /// The command.
    search: String,
    /// What its parts depend on, each with a name.
    asked: Vec<(String, String)>,
    /// Which shard.
    part: usize,
    /// Of how many.
    of: usize,
    /// Whether each line behind it has a sum; none had one once.
    #[serde(default)]
    sums: bool,
}

impl Heading {
    /// The heading of a search by a command.
    #[must_use]
    pub fn new(search: &str, shard: Shard) -> Self {
        Self {
            journal: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            search: search.to_owned(),
            asked: Vec::new(),
            part: shard.part,
            of: shard.of,
            sums: true,
        }
    }

    /// What is found depends on this, too.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        self.asked.push((name.to_owned(), format!("{value}")));
        self
    }

    /// What is found depends on a model, too: on its text, and on those that it includes.
    #[must_use]
    pub fn with_model(self, model: &Model) -> Self {
        self.with_print("the model", &model.name, &of_model(model))
    }

    /// What is found depends on a text, too.
    #[must_use]
    pub fn with_text(self, what: &str, name: &str, text: &str) -> Self {
        self.with_print(what, name, &hex(&[text]))
    }

    fn with_print(self, what: &str, name: &str, print: &str) -> Self {
        self.with(what, name)
            .with(&format!("the text of {name}"), print)
    }

    /// What is different in what was asked, whatever the shard.
    pub(super) fn question(&self, new: &Self) -> Option<String> {
        if self.search != new.search {
            return Some(format!("by `{}`, this is `{}`", self.search, new.search));
        }
        let pairs = self.asked.iter().zip(&new.asked);
        for ((name, old), (other, value)) in pairs {
            if name != other {
                return Some(format!(
                    "about {name} {old}, this run is about {other} {value}"
                ));
            }
            if old != value {
                return Some(match name.strip_prefix("the text of ") {
                    Some(_) => format!("when {name} was another"),
                    None => format!("with {name} {old}, this run has {value}"),
                });
            }
        }
        (self.asked.len() != new.asked.len()).then(|| "for another question".to_owned())
    }
}

impl First for Heading {
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    fn parse(text: &str) -> Result<Self, String> {
        let known = Written::parse(text, "a search")?;
        if known.search.is_none() {
            let by = known.by();
            return Err(format!(
                "it is a journal of {by}, not of a search over all tests"
            ));
        }
        known.heading(text, FORM, "findings")
    }

    fn difference(&self, new: &Self) -> Option<String> {
        let pair = |heading: &Self| (heading.part, heading.of);
        if pair(self) != pair(new) {
            let [old, new] = [self, new].map(|heading| format!("{}/{}", heading.part, heading.of));
            return Some(format!("with --shard {old}, this run has --shard {new}"));
        }
        self.question(new)
    }

    fn sums(&self) -> bool {
        self.sums
    }
}
