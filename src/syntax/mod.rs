//! The litmus language: tokens, grammar, syntax tree, diagnostics.

pub mod ast;
pub mod diagnostic;
pub mod span;
