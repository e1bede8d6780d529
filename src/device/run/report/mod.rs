//! What came of tests, for people and for programs.

mod change;
pub mod csv;
pub mod text;
