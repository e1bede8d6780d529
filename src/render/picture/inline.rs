//! The picture of an answer.

use crate::render::picture::page;
use crate::view::Answer;

/// The execution of the witness, or the one that the reason forbids, as an SVG element for a page
/// that has the styles and the arrowheads ([`style`](super::style)).
#[must_use]
pub fn picture(answer: &Answer) -> Option<String> {
    let some = answer.witness.is_some() || answer.reason.is_some();
    some.then(|| page::inline(answer))
}
