//! The picture of an answer.

use crate::explain::Answer;

/// The witness or the reason as an SVG element, where there is a renderer for it.
#[must_use]
pub const fn picture(_answer: &Answer) -> Option<String> {
    None
}
