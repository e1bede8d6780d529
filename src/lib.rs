//! A symbolic litmus-test verifier for GPU memory models.

pub mod batch;
pub mod cat;
pub mod cli;
pub mod execution;
pub mod explain;
pub mod explicit;
pub mod fences;
pub mod generate;
pub mod logic;
pub mod minimize;
pub mod models;
pub mod program;
pub mod proof;
pub mod relation;
pub mod sat;
pub mod solve;
pub mod stop;
pub mod suite;
pub mod sweep;
pub mod syntax;
pub mod ugpu;

pub use models::Model;
pub use program::Program;
pub use solve::check::check;
pub use syntax::span::SourceFile;
pub use syntax::{Report, parse};

/// Reads a test: its text becomes a program with every name resolved.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn load(name: &str, text: &str) -> Result<Program, Report> {
    let source = SourceFile::new(name, text);
    let parsed = syntax::parse_source(&source)?;
    program::resolve(&source, &parsed)
}
