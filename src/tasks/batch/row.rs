//! One row: what is known of one test under one model, or why a file is no test.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::view::answer::{Answer, Quantity};
use crate::view::diagnostic::Told;

mod broken;

use super::journal::seal::fields;
use super::judge::{Grade, Judgement};
use super::states::Listed;
pub use super::verdict::{QUANTITIES, VERDICTS, Verdict, quantity_named, verdict_named};
use super::verdict::{millis, quantity, verdict};

/// A row. Rows come from answers, and from journals of answers.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Row {
    /// The file of the test.
    pub file: String,
    /// The fingerprint of its text; empty where it could not be read.
    #[serde(default)]
    pub hash: String,
    /// The test's name; none where the file is no test.
    #[serde(default)]
    pub test: Option<String>,
    /// The model's name; none where the file is no test.
    #[serde(default)]
    pub model: Option<String>,
    /// The verdict; none where there is an error.
    #[serde(default, deserialize_with = "verdict")]
    pub verdict: Option<Verdict>,
    /// In how many executions the condition holds.
    #[serde(default, deserialize_with = "quantity")]
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true.
    #[serde(default)]
    pub holds: Option<bool>,
    /// Milliseconds it took.
    #[serde(default, deserialize_with = "millis")]
    pub millis: f64,
    /// What the test itself expects.
    #[serde(default)]
    pub expected: Option<Stated>,
    /// Of a launch: which check.
    #[serde(flatten)]
    pub launch: Option<LaunchRow>,
    /// Remarks.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The instruction that the model refuses.
    #[serde(default)]
    pub unsupported: Option<Refused>,
    /// Why there is no answer, as a diagnostic.
    #[serde(default)]
    pub error: Option<String>,
    /// The mistakes in the text, where these are why.
    #[serde(default)]
    pub mistakes: Vec<Told>,
    /// The final states, if they were asked for.
    #[serde(default)]
    pub states: Option<Listed>,
    /// What shows the verdict.
    #[serde(default)]
    pub shown: Option<Shown>,
    /// The row as JSON, without what shows the verdict, without its last brace.
    #[serde(skip)]
    core: String,
    /// How it compares with what is expected.
    #[serde(skip)]
    pub judgement: Judgement,
    /// It comes from a journal.
    #[serde(skip)]
    pub kept: bool,
}

/// What the row of a launch has besides.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LaunchRow {
    /// The check.
    pub check: String,
    /// How it counts: where nothing is stated, a check should hold.
    pub grade: Grade,
}

/// An expectation that the test states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stated {
    /// The verdict.
    pub verdict: String,
    /// Whether it came so.
    pub met: bool,
    /// The line of the comment.
    pub line: usize,
}

/// An instruction that the model refuses.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refused {
    /// What it is, in the plural: "barriers".
    pub what: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// What shows a verdict, for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// As text.
    pub text: String,
    /// As a picture, in SVG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Where in a line of a journal what shows the verdict begins. Within a string of JSON the quotes
/// would be escaped.
const SHOWN: &str = ",\"shown\":{";

impl Row {
    /// The row of an answer.
    #[must_use]
    pub fn of(answer: &Answer, hash: &str, shown: Option<Shown>) -> Self {
        let expected = answer.expected.as_ref().map(|expected| Stated {
            verdict: expected.verdict.clone(),
            met: expected.met,
            line: expected.line,
        });
        Self {
            file: answer.file.clone(),
            hash: hash.to_owned(),
            test: Some(answer.test.clone()),
            model: Some(answer.model.clone()),
            verdict: Some(answer.verdict.into()),
            quantity: answer.quantity,
            holds: answer.holds,
            millis: (answer.took.as_secs_f64() * 1e6).round() / 1e3,
            expected,
            launch: None,
            notes: answer.notes.clone(),
            unsupported: answer.unsupported.as_ref().map(|refused| Refused {
                what: refused.what.to_owned(),
                line: refused.site.line,
                column: refused.site.column,
            }),
            error: None,
            mistakes: Vec::new(),
            states: answer.states.as_ref().map(Listed::of),
            shown,
            core: core(answer, hash),
            judgement: Judgement::default(),
            kept: false,
        }
    }

    /// The row of a check of a launch as JSON; its fields are still to be filled.
    #[must_use]
    pub fn of_launch(value: &impl Serialize, hash: &str) -> Self {
        Self {
            hash: hash.to_owned(),
            core: core(value, hash),
            ..Self::default()
        }
    }

    /// Reads a row from a line of JSON.
    ///
    /// # Errors
    ///
    /// The line is no row.
    pub fn parse(line: &str) -> Result<Self, serde_json::Error> {
        use serde::de::Error as _;
        let mut row: Self = serde_json::from_str(line)?;
        if row.verdict.is_none() && row.error.is_none() {
            return Err(serde_json::Error::custom("neither a verdict nor an error"));
        }
        let fields = fields(line);
        let shown = fields.rfind(SHOWN);
        if shown.is_some() != row.shown.is_some() {
            // Rows are written again as they were written: that takes our own form.
            return Err(serde_json::Error::custom("not as this program writes rows"));
        }
        let core = shown.map_or(fields, |end| &fields[..end]);
        core.clone_into(&mut row.core);
        Ok(row)
    }

    /// The row as a line of a journal: without judgement, with what shows the verdict.
    pub fn write_journal(&self, out: &mut String) {
        out.push_str(&self.core);
        if let Some(shown) = &self.shown
            && let Ok(shown) = serde_json::to_string(shown)
        {
            let _ = write!(out, ",\"shown\":{shown}");
        }
        out.push_str("}\n");
    }

    /// The row as a line of JSON, with its judgement.
    pub fn write_json(&self, out: &mut String) {
        out.push_str(&self.core);
        if let Ok(judgement) = serde_json::to_string(&self.judgement) {
            // Its fields are fields of the row.
            out.push(',');
            out.push_str(judgement.strip_prefix('{').unwrap_or(&judgement));
        }
        out.push('\n');
    }

    /// The model's name, or nothing.
    #[must_use]
    pub fn model(&self) -> &str {
        self.model.as_deref().unwrap_or_default()
    }

    /// The model, and the check of a launch: what was asked of the file.
    #[must_use]
    pub fn question(&self) -> Cow<'_, str> {
        match &self.launch {
            Some(launch) => Cow::Owned(format!("{}/{}", self.model(), launch.check)),
            None => Cow::Borrowed(self.model()),
        }
    }

    /// The test, and the check of a launch.
    #[must_use]
    pub fn title(&self) -> Cow<'_, str> {
        let test = self.test.as_deref().unwrap_or_default();
        match &self.launch {
            Some(launch) => Cow::Owned(format!("{test}: {}", launch.check)),
            None => Cow::Borrowed(test),
        }
    }

    /// The check of a launch.
    #[must_use]
    pub fn check(&self) -> Option<&str> {
        self.launch.as_ref().map(|launch| launch.check.as_str())
    }

    /// `unreachable (never)`, or `error`.
    #[must_use]
    pub fn answer(&self) -> String {
        let verdict = self.verdict.map_or("error", Verdict::name);
        match self.quantity {
            Some(quantity) => format!("{verdict} ({})", quantity.name()),
            None => verdict.to_owned(),
        }
    }
}

fn core(value: &impl Serialize, hash: &str) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_else(|_| "{}".to_owned());
    text.pop();
    let _ = write!(text, ",\"hash\":\"{hash}\"");
    text
}
