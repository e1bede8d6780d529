//! Tests as text: the printer, and edits of texts.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

mod edits;
mod kept;
mod printed;
mod support;
