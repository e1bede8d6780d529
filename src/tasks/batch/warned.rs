//! What tests may mean otherwise, and which instructions of launches are not interpreted, of their rows.

use std::path::Path;

use crate::kernel::load::load;
use crate::kernel::report;
use crate::model::load_test;
use crate::syntax::Report;
use crate::syntax::read::read_again;
use crate::view::diagnostic::Told;

use super::launch::{fingerprint, is_current};
use super::row::Row;
use super::verdict::Verdict;

/// The warnings of the test that has these rows: each of them speaks of all, so one is asked. Nothing of a text that is
/// another by now.
#[must_use]
pub fn warnings(rows: &[Row]) -> Vec<Told> {
    let mut rows = rows.iter();
    let Some(row) = rows.find(|row| is_warned(row)) else {
        return Vec::new();
    };
    let source = read_again(&row.file);
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

/// The instructions that keep the checks of a launch from being answered, at their places in the module. Nothing of texts that
/// are others by now.
#[must_use]
pub fn refused(rows: &[Row]) -> Vec<Told> {
    let open = || rows.iter().filter(|row| is_refused(row));
    let Some(row) = open().next() else {
        return Vec::new();
    };
    let setup = load(Path::new(&row.file)).ok();
    let Some(setup) = setup.filter(|setup| fingerprint(setup) == row.hash) else {
        return Vec::new();
    };
    let notes = open().flat_map(|row| &row.notes).map(String::as_str);
    report::refused(&setup, notes).map_or_else(Vec::new, |report| Told::all(&report))
}

/// Whether a check of a launch has no answer for an instruction.
#[must_use]
pub fn is_refused(row: &Row) -> bool {
    let mut notes = row.notes.iter();
    row.launch.is_some()
        && row.verdict == Some(Verdict::Unsupported)
        && notes.any(|note| note.contains(": not supported: "))
}
