//! A JSON object a line: that of `check --format json`, and what is expected.

use std::io::{self, Write};

use crate::tasks::batch::row::Row;

use super::Renderer;

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
