//! One row: what is known of one test under one model, or why a file is no test.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize};

use crate::view::answer::{Answer, Quantity, Verdict};

use super::judge::Judgement;

/// A row. Rows come from answers, and from journals of answers.
#[derive(Debug, Clone, Deserialize)]
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
    #[serde(default)]
    pub millis: f64,
    /// What the test itself expects.
    #[serde(default)]
    pub expected: Option<Stated>,
    /// Remarks.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Why there is no answer, as a diagnostic.
    #[serde(default)]
    pub error: Option<String>,
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

/// An expectation that the test states.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Stated {
    /// The verdict.
    pub verdict: String,
    /// Whether it came so.
    pub met: bool,
    /// The line of the comment.
    pub line: usize,
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

#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    test: Option<&'a str>,
    model: Option<&'a str>,
    verdict: Option<&'a str>,
    error: &'a str,
}

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
            verdict: Some(answer.verdict),
            quantity: answer.quantity,
            holds: answer.holds,
            millis: (answer.took.as_secs_f64() * 1e6).round() / 1e3,
            expected,
            notes: answer.notes.clone(),
            error: None,
            shown,
            core: core(answer, hash),
            judgement: Judgement::default(),
            kept: false,
        }
    }

    /// The row of a file without an answer; for a model, where only that one has none.
    #[must_use]
    pub fn broken(file: &str, hash: &str, of: Option<(&str, &str)>, error: &str) -> Self {
        let broken = Broken {
            file,
            test: of.map(|(test, _)| test),
            model: of.map(|(_, model)| model),
            verdict: None,
            error,
        };
        Self {
            file: file.to_owned(),
            hash: hash.to_owned(),
            test: of.map(|(test, _)| test.to_owned()),
            model: of.map(|(_, model)| model.to_owned()),
            verdict: None,
            quantity: None,
            holds: None,
            millis: 0.0,
            expected: None,
            notes: Vec::new(),
            error: Some(error.to_owned()),
            shown: None,
            core: core(&broken, hash),
            judgement: Judgement::default(),
            kept: false,
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
        let shown = line.rfind(SHOWN);
        if shown.is_some() != row.shown.is_some() {
            // Rows are written again as they were written: that takes our own form.
            return Err(serde_json::Error::custom("not as this program writes rows"));
        }
        let core = shown.map_or_else(
            || line.trim_end().strip_suffix('}').unwrap_or(line),
            |end| &line[..end],
        );
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

    /// `unreachable (never)`, or `error`.
    #[must_use]
    pub fn answer(&self) -> String {
        let verdict = self.verdict.map_or("error", Verdict::name);
        match self.quantity {
            Some(quantity) => format!("{verdict} ({})", quantity.name()),
            None => verdict.to_owned(),
        }
    }

    /// The error's first words, in one line.
    #[must_use]
    pub fn error_line(&self) -> Option<&str> {
        let error = self.error.as_deref()?;
        let lines = error.lines().map(str::trim);
        let first = lines.clone().find_map(|line| line.strip_prefix("× "));
        first.or_else(|| lines.clone().find(|line| !line.is_empty()))
    }
}

fn core(value: &impl Serialize, hash: &str) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_else(|_| "{}".to_owned());
    text.pop();
    let _ = write!(text, ",\"hash\":\"{hash}\"");
    text
}

/// The verdict of that name.
#[must_use]
pub fn verdict_named(name: &str) -> Option<Verdict> {
    VERDICTS.into_iter().find(|verdict| verdict.name() == name)
}

/// The quantity of that name.
#[must_use]
pub fn quantity_named(name: &str) -> Option<Quantity> {
    QUANTITIES
        .into_iter()
        .find(|quantity| quantity.name() == name)
}

/// All verdicts.
pub const VERDICTS: [Verdict; 5] = [
    Verdict::Reachable,
    Verdict::Unreachable,
    Verdict::Racy,
    Verdict::Unknown,
    Verdict::Unsupported,
];

/// All quantities.
pub const QUANTITIES: [Quantity; 3] = [Quantity::Always, Quantity::Sometimes, Quantity::Never];

fn verdict<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Verdict>, D::Error> {
    named(from, verdict_named, "verdict")
}

fn quantity<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Quantity>, D::Error> {
    named(from, quantity_named, "quantity")
}

fn named<'de, D: Deserializer<'de>, T>(
    from: D,
    find: impl Fn(&str) -> Option<T>,
    what: &str,
) -> Result<Option<T>, D::Error> {
    use serde::de::Error as _;
    let name: Option<String> = Option::deserialize(from)?;
    name.map(|name| find(&name).ok_or_else(|| D::Error::custom(format!("no {what} `{name}`"))))
        .transpose()
}
