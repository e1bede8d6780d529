//! What must hold of any report of mistakes.

use crate::syntax::Report;
use crate::syntax::span::Span;

/// There is a mistake, each has a message and points at what is there, and all can be rendered.
///
/// # Errors
///
/// What is wrong with the report.
pub fn report(found: &Report) -> Result<(), String> {
    if found.diagnostics.is_empty() {
        return Err("an error without a diagnostic".to_owned());
    }
    let text = &found.source.text;
    for diagnostic in &found.diagnostics {
        if diagnostic.message.is_empty() {
            return Err("a diagnostic without a message".to_owned());
        }
        // What is no text at all has no places.
        if diagnostic.labels.is_empty() && !text.contains('\0') {
            return Err(format!("`{}` has no place", diagnostic.message));
        }
        for (Span { start, end }, label) in &diagnostic.labels {
            if start > end || text.get(*start..*end).is_none() {
                return Err(format!(
                    "`{}` points at {start}..{end} ({label}), the text has {} bytes",
                    diagnostic.message,
                    text.len()
                ));
            }
        }
    }
    if found.render(false).is_empty() || found.to_string().is_empty() {
        return Err("a report that renders as nothing".to_owned());
    }
    Ok(())
}
