//! A symbolic litmus-test verifier for GPU memory models.

pub mod execution;
pub mod explicit;
pub mod generate;
pub mod logic;
pub mod program;
pub mod relation;
pub mod syntax;
