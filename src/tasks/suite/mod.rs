//! The standard suite: the tests of the literature with their verdicts, built into the library.
//!
//! The tests are the files of the folder `suite/`, one a test, embedded when the library is built.
//! [`run()`] asks every expectation that they state; [`papers`] holds what the papers' tables say,
//! and [`tables`] puts ours beside it.

mod files;
mod filter;
mod json;
mod matrix;
pub mod papers;
mod run;
pub mod tables;
mod write;

pub use files::{Test, all};
pub use filter::{BadFilter, Filter};
pub use json::{Document, Listed};
pub use matrix::{Matrix, MatrixRow, matrix};
pub use run::{Judged, Run, run};
pub use write::{WriteError, Written, write};
