//! The command line as users and scripts see it.
#![expect(clippy::unwrap_used, reason = "a test")]

mod bad_input;
mod check;
mod fences;
#[path = "../support/folder.rs"]
mod folder;
mod formats;
#[path = "../support/golden.rs"]
mod golden;
mod minimize;
mod other;
mod prove;
mod refused;
mod suite;
mod support;
mod sweep;
