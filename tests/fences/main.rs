//! The cheapest fences.
#![expect(clippy::unwrap_used, reason = "a test")]

mod exhaustive;
mod large;
mod support;
