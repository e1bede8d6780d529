//! The last line of a run that is finished, in any journal of tests.

use serde::{Deserialize, Serialize};

/// A line of a journal that is no row.
#[derive(Debug, Serialize, Deserialize)]
struct End {
    end: Totals,
}

/// How much a finished run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Files.
    pub files: usize,
    /// Rows.
    pub rows: usize,
}

impl Totals {
    /// The last line of a run that is finished.
    pub(crate) fn line(self) -> String {
        serde_json::to_string(&End { end: self }).unwrap_or_default() + "\n"
    }

    /// What a line says, if it is such a one.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let End { end } = serde_json::from_str(line).ok()?;
        Some(end)
    }
}
