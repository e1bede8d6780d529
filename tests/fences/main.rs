//! The cheapest fences.
#![expect(clippy::unwrap_used, reason = "a test")]

mod classics;
mod exhaustive;
mod large;
mod patches;
mod support;
