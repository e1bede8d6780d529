//! SARIF 2.1.0, which code hosts show beside the lines of a file: what is not as expected.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::render::uri::uri;
use crate::syntax::read::read_source;
use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::launch::is_current;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::summary::Summary;

use super::{Plan, Renderer};

/// SARIF.
#[derive(Debug, Default)]
pub struct Sarif {
    some: bool,
}

/// The rules: name, level, what it says.
const RULES: [(&str, &str, &str); 3] = [
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
];

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

impl Renderer for Sarif {
    fn begin(&mut self, _: &Plan, out: &mut dyn Write) -> io::Result<()> {
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

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        for row in rows {
            if let Some(result) = result(row) {
                let comma = if self.some { "," } else { "" };
                write!(out, "{comma}\n{result}")?;
                self.some = true;
            }
        }
        Ok(())
    }

    fn end(
        &mut self,
        summary: &Summary,
        _: Option<&Baseline>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let all = summary.complete();
        let invocation = json!({"executionSuccessful": all});
        writeln!(
            out,
            "\n],\"invocations\":[{invocation}],\"columnKind\":\"unicodeCodePoints\"}}]}}"
        )
    }
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
    let (rule, level, _) = RULES.get(index)?;
    let under = if row.model().is_empty() { "" } else { "Under " };
    let between = if under.is_empty() { "" } else { ": " };
    let check = row
        .check()
        .map_or(String::new(), |check| format!(", {check}"));
    let message = format!("{under}{}{check}{between}{}", row.model(), text.trim());
    Some(json!({
        "ruleId": rule, "ruleIndex": index, "level": level,
        "message": {"text": message},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&row.file)},
            "region": region(row),
        }}],
        "partialFingerprints": {"question/v1": crate::tasks::batch::fingerprint::hex(&[&row.file, &row.question()])},
    }))
}

/// Where to show it: at the expectation, the refused instruction, or the mistake.
fn region(row: &Row) -> Value {
    if let Some(stated) = row.expected.as_ref().filter(|stated| !stated.met) {
        return whole_line(row, stated.line);
    }
    if let Some(refused) = &row.unsupported {
        return json!({"startLine": refused.line, "startColumn": refused.column});
    }
    // `╭─[mp.litmus:3:7]`
    let error = row.error.as_deref().unwrap_or_default();
    let place = error.split_once(&format!("[{}:", row.file));
    let mut numbers = place.iter().flat_map(|(_, rest)| {
        let numbers = rest.split([':', ']']).take(2);
        numbers.map_while(|number| number.parse::<usize>().ok())
    });
    match (numbers.next(), numbers.next()) {
        (Some(line), Some(column)) => json!({"startLine": line, "startColumn": column}),
        (Some(line), None) => whole_line(row, line),
        (None, _) => whole_line(row, 1),
    }
}

/// A line from its first letter to its end, if the file still has the text that was asked.
fn whole_line(row: &Row, line: usize) -> Value {
    let source = read_source(&row.file).ok();
    let source = source.filter(|source| is_current(row, &source.text));
    let text = source.and_then(|source| {
        let mut lines = source.text.lines();
        lines.nth(line.saturating_sub(1)).map(str::to_owned)
    });
    let Some(text) = text else {
        return json!({"startLine": line});
    };
    let letters = text.chars().count();
    let blanks = letters - text.trim_start().chars().count();
    json!({"startLine": line, "startColumn": blanks + 1, "endColumn": letters + 1})
}
