//! Whole suites as users, scripts and continuous integration see them.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot run should fail"
)]

mod bad_input;
mod browser;
mod compare;
mod damaged;
mod formats;
mod journal;
mod junit;
mod launches;
mod library;
mod limits;
mod merge;
mod paths;
mod states;
pub mod support;
mod table;
