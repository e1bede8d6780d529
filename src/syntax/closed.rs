//! What needs an end of its own: comments and quoted text.

use super::diagnostic::Diagnostic;
use super::span::Span;

/// How many bytes after a `(*` its comment takes, the `*)` included. Comments nest, as in herd.
pub(crate) fn comment_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 1_usize;
    let mut at = 0;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"(*" => depth += 1,
            b"*)" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The diagnostic for a `(*` at the given place.
pub(crate) fn unclosed_comment(at: usize) -> Diagnostic {
    Diagnostic::new(
        "this comment is never closed",
        Span::new(at, at + 2),
        "expected a `*)` after this",
    )
}

/// The diagnostic for a `"` at the given place.
pub(crate) fn unclosed_quote(at: Span) -> Diagnostic {
    Diagnostic::new(
        "this quote is never closed",
        at,
        "no second `\"` on this line",
    )
    .with_help("a description goes before the opening brace")
}
