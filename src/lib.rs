//! A symbolic litmus-test verifier for GPU memory models.

pub mod cat;
pub mod execution;
pub mod explicit;
pub mod generate;
pub mod logic;
pub mod models;
pub mod program;
pub mod relation;
pub mod solve;
pub mod syntax;

pub use syntax::parse;
