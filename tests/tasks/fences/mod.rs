//! The cheapest fences.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod classics;
pub mod compare;
mod exhaustive;
mod large;
mod patches;
mod rules;
pub mod support;
mod wider;
