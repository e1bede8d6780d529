//! Other text for places of a text.

use std::cmp::Reverse;

use super::edits::EditError;
use crate::syntax::span::Span;

/// The text of a place with other text for some places in it; nothing for the ones outside.
pub(super) fn replaced(text: &str, place: Span, pieces: &[(Span, String)]) -> String {
    let mut inside: Vec<&(Span, String)> = pieces
        .iter()
        .filter(|(span, _)| place.start <= span.start && span.end <= place.end)
        .collect();
    // What is put before something comes first, then what takes the most.
    inside.sort_by_key(|(span, _)| (span.start, !span.is_empty(), Reverse(span.end)));
    let mut result = String::new();
    let mut done = place.start;
    for (span, piece) in inside {
        if span.start < done {
            continue;
        }
        result.push_str(text.get(done..span.start).unwrap_or_default());
        result.push_str(piece);
        done = span.end;
    }
    result.push_str(text.get(done..place.end).unwrap_or_default());
    result
}

/// Those pieces of a list in the order of the text that lie within a place: a test may have thousands.
pub(super) fn within(pieces: &[(Span, String)], place: Span) -> &[(Span, String)] {
    let first = pieces.partition_point(|(span, _)| span.start < place.start);
    let last = pieces.partition_point(|(span, _)| span.end <= place.end);
    pieces.get(first..last).unwrap_or_default()
}

/// A text with other text for some places, in the order of these; of several for one empty place,
/// the first comes first.
pub(super) fn render(text: &str, mut pieces: Vec<(Span, String)>) -> Result<String, EditError> {
    pieces.sort_by_key(|(span, _)| *span);
    let mut result = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for (span, piece) in pieces {
        result.push_str(text.get(done..span.start).ok_or(EditError::Conflict)?);
        result.push_str(&piece);
        done = span.end;
    }
    result.push_str(text.get(done..).ok_or(EditError::Conflict)?);
    Ok(result)
}
