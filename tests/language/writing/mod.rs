//! Tests as text: the printer, and edits of texts.

mod edits;
mod kept;
mod printed;
pub(crate) mod support;

pub(crate) use printed::check;
