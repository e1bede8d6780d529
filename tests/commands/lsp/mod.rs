//! The language server as a client sees it: over pipes, in the built binary.

mod asked;
mod client;
mod lost;
mod models;
mod tests;
