//! From a text to a program.

use crate::syntax::diagnostic::Report;
use crate::syntax::parse_source;
use crate::syntax::span::SourceFile;

use super::resolve::resolve;
use super::types::Program;

/// Reads a test: its text becomes a program with every name resolved.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn load(name: &str, text: &str) -> Result<Program, Report> {
    let source = SourceFile::new(name, text);
    let parsed = parse_source(&source)?;
    resolve(&source, &parsed)
}
