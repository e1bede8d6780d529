//! A test as the printer lays it out.

use lsp_types::TextEdit;

use crate::stop::Stop;
use crate::syntax::ast::Test;
use crate::syntax::parse_source;
use crate::syntax::print::{Style, print};
use crate::syntax::span::SourceFile;

use super::edits;
use super::out::Failure;
use super::snapshot::{Language, Snapshot};

/// What changes; none of a model, which has no printer.
pub fn formatted(snapshot: &Snapshot, stop: &Stop) -> Result<Option<Vec<TextEdit>>, Failure> {
    if snapshot.language == Language::Cat {
        return Ok(None);
    }
    let Some(test) = &snapshot.analysis().test else {
        return Err(Failure::refused(
            "a test with mistakes, or of more than 1 MiB, is not laid out",
        ));
    };
    let go_on = || stop.check().map_err(|open| Failure::stopped(&open));
    go_on()?;
    let new = print(test, &Style::written(&snapshot.source));
    go_on()?;
    // Nothing is to be lost: the new text must say the same.
    let again = parse_source(&SourceFile::new(snapshot.source.name.clone(), &*new)).ok();
    if again.is_none_or(|again| said(&again) != said(test)) {
        return Err(Failure::refused(
            "the layout would say something else: please report this test",
        ));
    }
    go_on()?;
    Ok(Some(edits::between(snapshot, &new)))
}

/// What a test says, whatever its line ends are: descriptions have them.
fn said(test: &Test) -> String {
    let text = print(test, &Style::default());
    text.replace("\r\n", "\n").replace('\r', "\n")
}
