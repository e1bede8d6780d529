//! A row beside what is expected of it.

use serde::{Deserialize, Serialize};

use super::baseline::{Baseline, Change};
use super::expect::Expectations;
use super::row::{Row, Stated};
use super::verdict::Verdict;
use crate::view::expected::may_be;

/// How a row compares. Its fields are fields of the row as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Judgement {
    /// What somebody expects: the test itself, a table, the one who asks.
    pub expectations: Vec<Judged>,
    /// What an earlier run said, where it was something else.
    pub change: Option<Change>,
    /// Whether all is as expected; none where nobody expects anything.
    pub agrees: Option<bool>,
}

/// One expectation, beside what came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// What is expected.
    pub expects: String,
    /// Who expects it: a file and a line.
    pub from: String,
    /// Whether it came so.
    pub met: bool,
}

/// What rows are compared with.
#[derive(Debug, Default)]
pub struct Judge {
    /// Tables of expectations.
    pub expectations: Expectations,
    /// An earlier run.
    pub baseline: Option<Baseline>,
    /// The test's own statement is an expectation.
    pub strict: bool,
}

impl Judge {
    /// Compares a row with all that is expected.
    pub fn judge(&self, row: &mut Row) {
        let mut all = Vec::new();
        if let Some(stated) = row
            .expected
            .as_ref()
            .filter(|stated| !row.cannot_say(stated))
        {
            all.push(Judged {
                expects: stated.verdict.clone(),
                from: format!("{}:{}", row.file, stated.line),
                met: stated.met,
            });
        }
        if let Some(model) = &row.model {
            all.extend(
                self.expectations
                    .of(&row.file, model)
                    .filter(|(_, wanted)| !wanted.is_open(row))
                    .map(|(from, wanted)| Judged {
                        expects: wanted.to_string(),
                        from,
                        met: wanted.met(row),
                    }),
            );
        }
        // An answer that is open neither holds nor fails.
        if self.strict && row.holds.is_some() {
            all.push(Judged {
                expects: "the statement holds".to_owned(),
                from: "--strict".to_owned(),
                met: row.holds == Some(true),
            });
        }
        let before = self.baseline.as_ref().map(|baseline| baseline.compare(row));
        let changed = before.as_ref().and_then(Option::as_ref);
        let agrees =
            all.iter().all(|judged| judged.met) && changed.is_none_or(|change| change.fine);
        let asked = !all.is_empty() || self.baseline.as_ref().is_some_and(|known| known.knows(row));
        row.judgement = Judgement {
            agrees: asked.then_some(agrees),
            expectations: all,
            change: before.flatten(),
        };
    }
}

/// How a row counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Answered; nobody expected anything else.
    Fine,
    /// Answered, not as expected.
    Disagrees,
    /// No answer: `unknown` or `unsupported`.
    Open,
    /// No test.
    Broken,
}

impl Row {
    /// Whether the verdict leaves open what the test states, or how often it expects its condition to hold.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        let answered = matches!(
            self.verdict,
            Some(Verdict::Reachable | Verdict::Unreachable)
        );
        let expected = self.expected.as_ref();
        let open = self.holds.is_none() || expected.is_some_and(|stated| self.cannot_say(stated));
        self.launch.is_none() && answered && open
    }

    /// Whether it is not known whether an expectation is met.
    fn cannot_say(&self, stated: &Stated) -> bool {
        let may = self
            .verdict
            .is_some_and(|verdict| may_be(verdict.name(), &stated.verdict));
        may && !stated.met && self.quantity.is_none()
    }

    /// How the row counts.
    #[must_use]
    pub fn grade(&self) -> Grade {
        match self.verdict {
            None => Grade::Broken,
            // A launch file can state that something is not supported.
            Some(_)
                if self
                    .launch
                    .as_ref()
                    .is_some_and(|launch| launch.grade != Grade::Fine) =>
            {
                self.launch
                    .as_ref()
                    .map_or(Grade::Open, |launch| launch.grade)
            }
            Some(verdict) if self.launch.is_none() && verdict.is_open() => Grade::Open,
            Some(_) if self.states.as_ref().is_some_and(|states| !states.complete) => Grade::Open,
            Some(_) if self.judgement.agrees == Some(false) => Grade::Disagrees,
            Some(_) if self.leaves_open() => Grade::Open,
            Some(_) => Grade::Fine,
        }
    }

    /// What is not as expected, in words.
    #[must_use]
    pub fn disagreements(&self) -> Vec<String> {
        let expected = self.judgement.expectations.iter();
        let mut words: Vec<String> = expected
            .filter(|judged| !judged.met)
            .map(|judged| format!("{} expects {}", judged.from, judged.expects))
            .collect();
        let unstated = self.launch.is_some() && self.expected.is_none();
        if unstated && matches!(self.verdict, Some(Verdict::Violated | Verdict::Undefined)) {
            words.push("a check should hold".to_owned());
        }
        if let Some(change) = &self.judgement.change
            && !change.fine
        {
            words.push(format!("{} was {}", change.from, change.was));
        }
        words
    }
}
