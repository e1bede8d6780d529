//! The standard suite: its files are complete, and every verdict that they state is ours, from the
//! solver and from the engines without one.
#![expect(clippy::expect_used, clippy::panic, reason = "a test")]

mod answers;
mod engines;
mod sweep;
mod utah;
