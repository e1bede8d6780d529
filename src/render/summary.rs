//! Many answers at a glance: a row for each test, a column for each model.

use std::fmt::Write as _;

use super::layout::Layout;
use crate::view::answer::{Answer, Verdict};

/// The most models that fit side by side.
const COLUMNS: usize = 6;

/// The table, and how many answers there are of each kind.
#[must_use]
pub fn render(answers: &[Answer], layout: Layout) -> String {
    let mut out = format!("\n{}\n", layout.paint.bold("Summary"));
    let mut models: Vec<&str> = Vec::new();
    for answer in answers {
        if !models.contains(&answer.model.as_str()) {
            models.push(&answer.model);
        }
    }
    if models.len() <= COLUMNS {
        let mut header = vec!["test"];
        header.extend(&models);
        out.push_str(&layout.columns(&header, &rows(answers, &models)));
    }
    out.push_str(&layout.hanging("", &tally(answers)));
    out
}

/// Answers of one file come together; two tests of one name are two rows.
fn rows(answers: &[Answer], models: &[&str]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut last = None;
    for answer in answers {
        let test = (&answer.file, &answer.test);
        if last != Some(test) {
            let mut row = vec![String::new(); models.len() + 1];
            row[0].clone_from(&answer.test);
            rows.push(row);
            last = Some(test);
        }
        let column = models.iter().position(|model| *model == answer.model);
        if let (Some(row), Some(column)) = (rows.last_mut(), column) {
            row[column + 1] = cell(answer);
        }
    }
    rows
}

fn cell(answer: &Answer) -> String {
    let mark = if answer.failures.is_empty() {
        ""
    } else {
        " (!)"
    };
    format!("{}{mark}", answer.verdict.name())
}

fn tally(answers: &[Answer]) -> String {
    let mut text = format!("{} answers:", answers.len());
    let mut between = " ";
    let verdicts = [
        Verdict::Reachable,
        Verdict::Unreachable,
        Verdict::Racy,
        Verdict::Unknown,
        Verdict::Unsupported,
    ];
    for verdict in verdicts {
        let count = answers.iter().filter(|one| one.verdict == verdict).count();
        if count > 0 {
            let _ = write!(text, "{between}{count} {}", verdict.name());
            between = ", ";
        }
    }
    let failed = answers
        .iter()
        .filter(|one| !one.failures.is_empty())
        .count();
    if failed > 0 {
        let _ = write!(text, "; {failed} failed expectations (!)");
    }
    text
}
