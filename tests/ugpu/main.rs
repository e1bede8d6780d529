//! The Utah models: the machine against the papers' tables, against a suite of random tests with
//! known answers, and against its own mutants.
#![expect(clippy::expect_used, clippy::panic, reason = "a test")]

mod agreement;
mod anomaly;
mod mutation;
mod reasons;
mod rules;
mod smallest;
mod suite;
mod support;
mod table;
