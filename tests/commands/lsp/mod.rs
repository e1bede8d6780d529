//! The language server as a client sees it: over pipes, in the built binary.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod asked;
mod client;
mod completion;
mod large;
mod lost;
mod models;
mod said;
mod settings;
mod tests;
