//! A symbolic litmus-test verifier for GPU memory models.

pub mod execution;
pub mod program;
pub mod relation;
pub mod syntax;

pub use syntax::parse;
