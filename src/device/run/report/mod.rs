//! What came of tests, for people and for programs.

pub mod csv;
pub mod text;
