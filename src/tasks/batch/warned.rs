//! What tests may mean otherwise, of their rows.

use crate::model::load_test;
use crate::syntax::Report;
use crate::syntax::read::read_source;
use crate::view::diagnostic::Told;

use super::launch::is_current;
use super::row::Row;

/// The warnings of the test that has these rows: each of them speaks of all, so one is asked. Nothing of a text that is
/// another by now.
#[must_use]
pub fn warnings(rows: &[Row]) -> Vec<Told> {
    let mut rows = rows.iter();
    let Some(row) = rows.find(|row| is_warned(row)) else {
        return Vec::new();
    };
    let source = read_source(&row.file).ok();
    let source = source.filter(|source| is_current(row, &source.text));
    let program = source.and_then(|source| load_test(&source).ok());
    program.map_or_else(Vec::new, |program| {
        Told::all(&Report::new(program.source, program.warnings))
    })
}

/// Whether the test of a row has warnings.
fn is_warned(row: &Row) -> bool {
    row.launch.is_none() && row.notes.iter().any(|note| note.starts_with("line "))
}
