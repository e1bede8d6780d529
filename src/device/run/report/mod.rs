//! What came of tests, for people and for programs.

mod change;
pub mod csv;
mod histogram;
mod rulings;
pub mod text;
mod told;
