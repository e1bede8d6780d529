//! What the first line of any journal says, whatever wrote it and when.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// What is read of any journal, whatever its version.
#[derive(Deserialize)]
pub(crate) struct Written {
    journal: u32,
    version: String,
    /// The command, of a search over all tests.
    #[serde(default)]
    pub(crate) search: Option<String>,
    /// It is of a comparison of tests.
    #[serde(default)]
    pub(crate) comparison: Option<IgnoredAny>,
}

impl Written {
    /// Reads the first line of what should be a journal of something.
    ///
    /// # Errors
    ///
    /// When it is not the first line of any journal.
    pub(crate) fn parse(text: &str, of: &str) -> Result<Self, String> {
        serde_json::from_str(text)
            .map_err(|_| format!("no journal of {of}: the first line does not say what was asked"))
    }

    /// What wrote it.
    pub(crate) fn by(&self) -> String {
        match (&self.search, &self.comparison) {
            (Some(command), _) => format!("`{command}`"),
            (None, Some(_)) => "a comparison of tests".to_owned(),
            (None, None) => "`batch`".to_owned(),
        }
    }

    /// Reads the first line as this version of the program writes it, in this form.
    ///
    /// # Errors
    ///
    /// When another version wrote it, whose verdicts or findings may be others, and when the
    /// line is damaged.
    pub(crate) fn heading<Heading: DeserializeOwned>(
        &self,
        text: &str,
        form: u32,
        what: &str,
    ) -> Result<Heading, String> {
        let ours = env!("CARGO_PKG_VERSION");
        if self.journal != form || self.version != ours {
            return Err(format!(
                "the journal was written by gpu-litmus {} (form {}), this is {ours} (form {form}): \
                 its {what} may be others; start a new one",
                self.version, self.journal
            ));
        }
        serde_json::from_str(text).map_err(|error| format!("the first line is damaged ({error})"))
    }
}
