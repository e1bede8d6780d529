//! A JSON object a row: that of `check --format json`, and what is expected.

use std::io::{self, Write};

use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::summary::Summary;

use super::{Plan, Renderer};

/// JSON lines.
#[derive(Debug, Default)]
pub struct JsonLines {
    line: String,
}

impl Renderer for JsonLines {
    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        for row in rows {
            self.line.clear();
            row.write_json(&mut self.line);
            out.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }
}

/// One document: an array with an element a line.
#[derive(Debug, Default)]
pub struct Json {
    line: String,
    /// There is an element already.
    begun: bool,
}

impl Renderer for Json {
    fn begin(&mut self, _plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        for row in rows {
            self.line.clear();
            row.write_json(&mut self.line);
            out.write_all(if self.begun { b",\n" } else { b"\n" })?;
            out.write_all(self.line.trim_end().as_bytes())?;
            self.begun = true;
        }
        Ok(())
    }

    fn end(
        &mut self,
        _summary: &Summary,
        _baseline: Option<&Baseline>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        out.write_all(b"\n]\n")
    }
}
