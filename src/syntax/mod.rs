//! The litmus language: tokens, grammar, syntax tree, diagnostics.

pub mod access;
pub mod ast;
mod closed;
mod condition;
mod declarations;
pub mod diagnostic;
pub mod difference;
#[cfg(not(target_family = "wasm"))]
mod drawn;
#[cfg(not(target_family = "wasm"))]
mod excerpt;
mod expectation;
mod header;
pub mod layout;
mod mnemonic;
mod names;
mod number;
pub mod other;
mod parse;
mod placement;
pub mod print;
mod quantifier;
mod raw;
pub mod read;
mod recover;
mod shape;
pub mod shown;
mod sink;
mod slips;
pub mod span;
pub(crate) mod stray;
mod table;
mod token;
pub mod toml;
pub mod unclosed;
pub mod words;

pub use diagnostic::{Diagnostic, Report};
pub use parse::{parse, parse_source};
