//! The cheapest fences.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod classics;
mod compare;
mod exhaustive;
#[path = "../support/golden.rs"]
mod golden;
mod large;
mod patches;
mod support;
