//! SARIF 2.1.0, which code hosts show beside the lines of a file: what is not as expected.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::judge::Grade;
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
        Grade::Open => (2, format!("{}. {}", row.answer(), row.notes.join(" "))),
    };
    let (rule, level, _) = RULES.get(index)?;
    let under = if row.model().is_empty() { "" } else { "Under " };
    let between = if under.is_empty() { "" } else { ": " };
    let message = format!("{under}{}{between}{}", row.model(), text.trim());
    Some(json!({
        "ruleId": rule, "ruleIndex": index, "level": level,
        "message": {"text": message},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&row.file)},
            "region": {"startLine": line(row)},
        }}],
        "partialFingerprints": {"question/v1": crate::tasks::batch::fingerprint::hex(&[&row.file, row.model()])},
    }))
}

/// The line to show it at: that of the expectation, or of the mistake.
fn line(row: &Row) -> usize {
    if let Some(stated) = row.expected.as_ref().filter(|stated| !stated.met) {
        return stated.line;
    }
    // `╭─[mp.litmus:3:7]`
    let error = row.error.as_deref().unwrap_or_default();
    let place = error.split_once(&format!("[{}:", row.file));
    let number = place.and_then(|(_, rest)| rest.split([':', ']']).next()?.parse().ok());
    number.unwrap_or(1)
}

/// A path as a relative reference: what is no plain letter of a path is escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.strip_prefix("./").unwrap_or(path).bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    if path.starts_with('/') {
        format!("file://{out}")
    } else {
        out
    }
}
