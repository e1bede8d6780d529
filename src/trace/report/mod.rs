//! What is said of a log: reasons in words, text for people, JSON for programs.

pub mod json;
pub mod reason;
pub mod text;
