//! A table with a row for each question.

use std::io::{self, Write};

use csv::Writer;

use crate::tasks::batch::row::{Row, Verdict};
use crate::tasks::batch::states::Listed;
use crate::view::answer::Quantity;

use super::{Plan, Renderer};

/// Comma-separated values.
#[derive(Debug, Default)]
pub struct Csv;

const HEADING: [&str; 12] = [
    "file", "test", "model", "verdict", "quantity", "holds", "agrees", "expected", "was", "millis",
    "error", "states",
];

impl Renderer for Csv {
    fn begin(&mut self, _: &Plan, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", HEADING.join(","))
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let mut writer = Writer::from_writer(Vec::new());
        let truth =
            |value: Option<bool>| value.map_or("", |value| if value { "true" } else { "false" });
        for row in rows {
            let judgement = &row.judgement;
            let expected = judgement
                .expectations
                .iter()
                .map(|judged| judged.expects.as_str());
            let was = judgement
                .change
                .as_ref()
                .map_or("", |change| change.was.as_str());
            let states = row.states.as_ref().map_or_else(String::new, Listed::line);
            writer.write_record([
                row.file.as_str(),
                &row.title(),
                row.model(),
                row.verdict.map_or("error", Verdict::name),
                row.quantity.map_or("", Quantity::name),
                truth(row.holds),
                truth(judgement.agrees),
                &expected.collect::<Vec<_>>().join("; "),
                was,
                &row.millis.to_string(),
                row.error_line().unwrap_or_default(),
                &states,
            ])?;
        }
        let bytes = writer
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?;
        out.write_all(&bytes)
    }
}
