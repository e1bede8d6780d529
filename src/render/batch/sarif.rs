//! SARIF 2.1.0, which code hosts show beside the lines of a file: what is not as expected.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Value, json};

use crate::render::uri::uri;
use crate::syntax::read::read_again;
use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::fingerprint::hex;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::launch::is_current;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::summary::Summary;
use crate::tasks::batch::warned::{is_refused, refused, warnings};
use crate::view::diagnostic::{Place, Related, Told};

use super::{Plan, Renderer};

/// SARIF.
#[derive(Debug, Default)]
pub struct Sarif {
    some: bool,
}

/// The rules: name, level, what it says.
const RULES: [(&str, &str, &str); 5] = [
    (
        "disagreement",
        "error",
        "The verdict is not the one that is expected.",
    ),
    (
        "no-test",
        "error",
        "The file is no litmus test, or its check failed.",
    ),
    (
        "open",
        "warning",
        "There is no verdict: time, memory or a bound ran out, or the model refuses the test.",
    ),
    (
        "warning",
        "warning",
        "The test has a meaning, and may be meant otherwise.",
    ),
    (
        "input",
        "error",
        "Nothing is asked: models, settings or lists cannot be read, or have mistakes.",
    ),
];

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

impl Sarif {
    /// The report where nothing could be asked: what is wrong with the files that say what is to be. What is wrong in no file
    /// is told beside them.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn unasked(told: &[Told], out: &mut dyn Write) -> io::Result<()> {
        let mut report = Self::default();
        Self::open(out)?;
        let (placed, others): (Vec<&Told>, Vec<&Told>) =
            told.iter().partition(|one| one.file.is_some());
        let placed: Vec<Told> = placed.into_iter().cloned().collect();
        report.results(diagnostics(&placed, (4, ""), ""), out)?;
        let notes = others
            .iter()
            .map(|one| json!({"level": "error", "message": {"text": one.text()}}));
        let notes: Vec<Value> = notes.collect();
        close(false, &notes, out)
    }

    fn open(out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = RULES
            .iter()
            .map(|(id, level, text)| {
                json!({"id": id, "shortDescription": {"text": text},
                       "defaultConfiguration": {"level": level}})
            })
            .collect();
        let driver =
            json!({"name": "gpu-litmus", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"results\":["
        )
    }

    fn results(&mut self, all: Vec<Value>, out: &mut dyn Write) -> io::Result<()> {
        for result in all {
            let comma = if self.some { "," } else { "" };
            write!(out, "{comma}\n{result}")?;
            self.some = true;
        }
        Ok(())
    }
}

fn close(all: bool, notes: &[Value], out: &mut dyn Write) -> io::Result<()> {
    let mut invocation = json!({"executionSuccessful": all});
    if !notes.is_empty() {
        invocation["toolConfigurationNotifications"] = json!(notes);
    }
    writeln!(
        out,
        "\n],\"invocations\":[{invocation}],\"columnKind\":\"unicodeCodePoints\"}}]}}"
    )
}

impl Renderer for Sarif {
    fn begin(&mut self, _: &Plan, out: &mut dyn Write) -> io::Result<()> {
        Self::open(out)
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let file = rows.first().map_or("", |row| &row.file);
        let warnings = diagnostics(&warnings(rows), (3, ""), file);
        let refused = diagnostics(&refused(rows), (2, ""), file);
        // All checks of a launch say it of the same instruction.
        let said =
            |row: &&Row| refused.is_empty() || row.grade() != Grade::Open || !is_refused(row);
        let results = rows.iter().filter(said).flat_map(results);
        let results = results.collect::<Vec<Value>>().into_iter();
        self.results(results.chain(refused).chain(warnings).collect(), out)
    }

    fn end(
        &mut self,
        summary: &Summary,
        _: Option<&Baseline>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        close(summary.complete(), &[], out)
    }
}

/// What is told of a row: each mistake of a text, or the row as a whole.
fn results(row: &Row) -> Vec<Value> {
    if row.grade() == Grade::Broken && !row.mistakes.is_empty() {
        return mistakes(row);
    }
    result(row).into_iter().collect()
}

/// A result by its rule, and what makes it the same the next time.
fn told(
    (index, text): (usize, &str),
    (file, region): (&str, &Value),
    same: &[&str],
) -> Option<Value> {
    let (rule, level, _) = RULES.get(index)?;
    Some(json!({
        "ruleId": rule, "ruleIndex": index, "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(file)},
            "region": region,
        }}],
        "partialFingerprints": {"question/v1": hex(same)},
    }))
}

/// All that is wrong with a text.
fn mistakes(row: &Row) -> Vec<Value> {
    diagnostics(&row.mistakes, (1, &row.question()), &row.file)
}

/// Diagnostics by a rule; the same question makes them the same the next time.
fn diagnostics(all: &[Told], (rule, question): (usize, &str), file: &str) -> Vec<Value> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let results = all.iter().map(|one| {
        let before = seen.entry(&one.message).or_default();
        *before += 1;
        let text = one.text();
        let region = one.span.as_ref().map_or_else(first_letter, part);
        let file = one.file.as_deref().unwrap_or(file);
        let same = [file, question, &one.message, &before.to_string()];
        let mut result = told((rule, &text), (file, &region), &same)?;
        if let (Value::Object(result), false) = (&mut result, one.related.is_empty()) {
            let related = one.related.iter().map(|place| related(place, file));
            result.insert("relatedLocations".to_owned(), related.collect());
        }
        Some(result)
    });
    results.flatten().collect()
}

/// A place that explains a diagnostic.
fn related(place: &Related, file: &str) -> Value {
    let physical = json!({"artifactLocation": {"uri": uri(file)}, "region": part(&place.span)});
    if place.message.is_empty() {
        return json!({"physicalLocation": physical});
    }
    json!({"physicalLocation": physical, "message": {"text": place.message}})
}

fn part(span: &Place) -> Value {
    json!({
        "startLine": span.line, "startColumn": span.column,
        "endLine": span.end_line, "endColumn": span.end_column,
    })
}

fn result(row: &Row) -> Option<Value> {
    let (index, text) = match row.grade() {
        Grade::Fine => return None,
        Grade::Disagrees => (
            0,
            format!("{}, but {}", row.answer(), row.disagreements().join("; ")),
        ),
        Grade::Broken => (1, row.error_line().unwrap_or_default().to_owned()),
        Grade::Open => match &row.unsupported {
            Some(refused) => (2, format!("the model gives {} no meaning", refused.what)),
            None => (2, format!("{}. {}", row.answer(), row.notes.join(" "))),
        },
    };
    let under = if row.model().is_empty() { "" } else { "Under " };
    let between = if under.is_empty() { "" } else { ": " };
    let check = row
        .check()
        .map_or(String::new(), |check| format!(", {check}"));
    let message = format!("{under}{}{check}{between}{}", row.model(), text.trim());
    let same = [row.file.as_str(), &row.question()];
    told((index, &message), (&row.file, &region(row)), &same)
}

/// Where to show it: at the expectation, the refused instruction, or the first line.
fn region(row: &Row) -> Value {
    let source = read_again(&row.file);
    let source = source.filter(|source| is_current(row, &source.text));
    let line = |number: usize| source.as_ref()?.text.lines().nth(number.checked_sub(1)?);
    if let Some(stated) = row.expected.as_ref().filter(|stated| !stated.met) {
        return match line(stated.line) {
            Some(text) => within(stated.line, text, expectation(text)),
            None => json!({"startLine": stated.line}),
        };
    }
    if let Some(refused) = &row.unsupported {
        let start = json!({"startLine": refused.line, "startColumn": refused.column});
        return line(refused.line).map_or(start, |text| {
            within(refused.line, text, instruction(text, refused.column))
        });
    }
    line(1).map_or_else(first_letter, |text| within(1, text, 0..text.len()))
}

/// Of what has no line that could be shown.
fn first_letter() -> Value {
    json!({"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1})
}

/// A part of a line, without the blanks around it.
fn within(number: usize, line: &str, range: Range<usize>) -> Value {
    let part = line.get(range.clone()).unwrap_or_default();
    let blanks = part.len() - part.trim_start().len();
    let before = line.get(..range.start + blanks).unwrap_or_default();
    let column = before.chars().count() + 1;
    json!({
        "startLine": number, "startColumn": column,
        "endLine": number, "endColumn": column + part.trim().chars().count(),
    })
}

/// `expect MODEL: VERDICT` of a comment; of a launch file the whole line.
fn expectation(line: &str) -> Range<usize> {
    let comment = line.find("//").unwrap_or(line.len());
    let word = line.get(comment..).and_then(|text| text.find("expect"));
    let Some(word) = word else {
        return 0..line.len();
    };
    let start = comment + word;
    let behind = line.get(start..).and_then(|text| text.find("//"));
    start..behind.map_or(line.len(), |behind| start + behind)
}

/// The instruction at a column: up to the next bar or the end of its row.
fn instruction(line: &str, column: usize) -> Range<usize> {
    let start = line.char_indices().nth(column.saturating_sub(1));
    let start = start.map_or(0, |(at, _)| at);
    let end = line.get(start..).and_then(|rest| rest.find(['|', ';']));
    start..end.map_or(line.len(), |end| start + end)
}
