//! A symbolic litmus-test verifier for GPU memory models.

pub mod cat;
pub mod cli;
pub mod execution;
pub mod explain;
pub mod explicit;
pub mod generate;
pub mod logic;
pub mod models;
pub mod program;
pub mod relation;
pub mod solve;
pub mod syntax;

pub use syntax::parse;
