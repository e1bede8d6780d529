//! Whole suites as users, scripts and continuous integration see them.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

mod bad_input;
mod browser;
mod compare;
#[path = "../support/folder.rs"]
mod folder;
mod formats;
#[path = "../support/golden.rs"]
mod golden;
mod journal;
mod library;
mod limits;
mod merge;
mod paths;
mod support;
mod table;
