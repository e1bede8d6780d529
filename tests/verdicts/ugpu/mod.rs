//! The Utah models: the machine against the papers' tables, against a suite of random tests with
//! known answers, and against its own mutants.
#![expect(clippy::expect_used, clippy::panic, reason = "a test")]

pub mod agreement;
mod anomaly;
mod loops;
mod mutation;
mod reasons;
mod rules;
mod smallest;
pub mod support;
mod table;
