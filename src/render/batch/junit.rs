//! `JUnit`'s XML, which continuous integration shows: a suite for each file, a case for each model.

use std::io::{self, Write};

use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::summary::Summary;

use super::{Plan, Renderer};
use crate::render::markup::escape;

/// `JUnit`'s XML.
#[derive(Debug, Default)]
pub struct Junit;

impl Renderer for Junit {
    fn begin(&mut self, _: &Plan, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites name=\"gpu-litmus\">")
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let Some(first) = rows.first() else {
            return Ok(());
        };
        let count = |grade| rows.iter().filter(|row| row.grade() == grade).count();
        let seconds: f64 = rows.iter().map(|row| row.millis).sum::<f64>() / 1e3;
        writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{seconds:.3}\">",
            escape(&first.file),
            rows.len(),
            count(Grade::Disagrees),
            count(Grade::Broken),
            count(Grade::Open),
        )?;
        for row in rows {
            case(row, out)?;
        }
        writeln!(out, "  </testsuite>")
    }

    fn end(&mut self, _: &Summary, _: Option<&Baseline>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "</testsuites>")
    }
}

fn case(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let file = escape(&row.file);
    let test = match row.title() {
        title if title.is_empty() => escape(&row.file),
        title => escape(&title),
    };
    let model = match row.model() {
        "" => "no model",
        name => name,
    };
    write!(
        out,
        "    <testcase classname=\"{file}\" name=\"{test} under {}\" time=\"{:.3}\"",
        escape(model),
        row.millis / 1e3
    )?;
    let text = row.shown.as_ref().map(|shown| shown.text.as_str());
    let text = escape(text.or(row.error.as_deref()).unwrap_or_default());
    let (element, message) = match row.grade() {
        Grade::Fine => return writeln!(out, "/>"),
        Grade::Disagrees => {
            let wrong = row.disagreements().join("; ");
            ("failure", format!("{}, but {wrong}", row.answer()))
        }
        Grade::Broken => ("error", row.error_line().unwrap_or_default().to_owned()),
        Grade::Open => {
            let notes = match &row.unsupported {
                Some(refused) => format!("the model gives {} no meaning", refused.what),
                None => row.notes.join("; "),
            };
            let message = format!("{}: {notes}", row.answer());
            // The schema wants nothing within it.
            let message = escape(message.trim_end_matches(": "));
            return writeln!(out, "><skipped message=\"{message}\"/></testcase>");
        }
    };
    let message = escape(&message);
    writeln!(
        out,
        "><{element} message=\"{message}\">{text}</{element}></testcase>"
    )
}
