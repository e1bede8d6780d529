//! What comes last: the rows that are not as expected, in full.

use super::baseline::Baseline;
use super::judge::Grade;
use super::row::{Row, Verdict};
use super::summary::plural;

/// So many are kept to be shown in full.
const KEPT: usize = 1000;

/// So many lines of what models refuse are shown.
const REFUSED: usize = 6;

/// The rows that deserve a look.
#[derive(Debug, Default)]
pub struct Tail {
    /// The first of them: what is wrong, and what shows it.
    pub kept: Vec<Last>,
    /// How many more there are.
    pub more: usize,
    /// What models refuse: the model, what it gives no meaning, the first test with it, and how many have it.
    refused: Vec<(String, String, String, usize)>,
}

/// Whether a row is not as expected, changed, or without an answer. That a model refuses a test is
/// in the table, and nothing to be read about.
#[must_use]
pub fn deserves_a_look(row: &Row) -> bool {
    let judgement = &row.judgement;
    let open = match &row.launch {
        Some(launch) => launch.grade != Grade::Fine,
        None => matches!(row.verdict, None | Some(Verdict::Unknown)),
    };
    open || row.leaves_open() || judgement.agrees == Some(false) || judgement.change.is_some()
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Last {
    /// Its file.
    pub file: String,
    /// The model.
    pub model: String,
    /// The answer.
    pub answer: String,
    /// What is wrong with it.
    pub wrong: Vec<String>,
    /// What shows it.
    pub text: String,
    /// How it counts.
    pub grade: Grade,
}

impl Tail {
    /// Keeps those of a file that are not as expected, or not answered.
    pub fn add(&mut self, rows: &[Row]) {
        for row in rows {
            let grade = row.grade();
            self.refuse(row);
            if !deserves_a_look(row) {
                continue;
            }
            if self.kept.len() >= KEPT {
                self.more += 1;
                continue;
            }
            let mut wrong = row.disagreements();
            if let Some(change) = row.judgement.change.as_ref().filter(|change| change.fine) {
                wrong.push(format!("{} was {}", change.from, change.was));
            }
            if row
                .judgement
                .change
                .as_ref()
                .is_some_and(|change| change.edited)
            {
                wrong.push("the test's text was another then".to_owned());
            }
            if row.leaves_open() {
                wrong.push("whether it is as stated is open".to_owned());
            }
            wrong.extend(row.notes.iter().filter(|_| grade == Grade::Open).cloned());
            let shown = row.shown.as_ref().map(|shown| shown.text.clone());
            let model = match row.check() {
                Some(check) => format!("{}, {check}", row.model()),
                None => row.model().to_owned(),
            };
            self.kept.push(Last {
                file: row.file.clone(),
                model,
                answer: row.answer(),
                wrong,
                text: shown.or_else(|| row.error.clone()).unwrap_or_default(),
                grade,
            });
        }
    }

    fn refuse(&mut self, row: &Row) {
        let Some(refused) = &row.unsupported else {
            return;
        };
        let mut known = self.refused.iter_mut();
        let known = known.find(|(model, what, ..)| model == row.model() && *what == refused.what);
        if let Some((.., often)) = known {
            *often += 1;
        } else {
            let place = format!("{}:{}", row.file, refused.line);
            let (model, what) = (row.model().to_owned(), refused.what.clone());
            self.refused.push((model, what, place, 1));
        }
    }

    /// What models refuse, a line each; of many the first.
    #[must_use]
    pub fn refusals(&self) -> Vec<String> {
        let line = |(model, what, place, often): &(String, String, String, usize)| {
            let more = match often {
                1 => String::new(),
                often => format!(", {}", plural(often - 1, "more test")),
            };
            format!("refused: {model} gives {what} no meaning ({place}{more})")
        };
        let mut lines: Vec<String> = self.refused.iter().take(REFUSED).map(line).collect();
        let more = self.refused.len().saturating_sub(REFUSED);
        if more > 0 {
            lines.push(format!(
                "refused: and {more} more such; --format jsonl has all"
            ));
        }
        lines
    }

    /// What is not shown, in words.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more; --format jsonl has all", self.more))
    }
}

/// The rows of an earlier run that are no more, in words.
#[must_use]
pub fn gone(baseline: Option<&Baseline>) -> Option<String> {
    let baseline = baseline?;
    let lines = baseline.unseen();
    let first: Vec<String> = lines.iter().take(10).map(usize::to_string).collect();
    let dots = if lines.len() > first.len() {
        ", …"
    } else {
        ""
    };
    let (count, name) = (plural(lines.len(), "row"), baseline.name());
    (!lines.is_empty()).then(|| {
        format!(
            "{count} of {name} were not asked this time (lines {}{dots})",
            first.join(", ")
        )
    })
}
