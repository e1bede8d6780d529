//! PTX as compilers print it: tokens, the tree of a module, lexical scopes, the lines of the CUDA
//! source, and what each instruction does.
//!
//! [`parse`] reads a whole module and reports all of its mistakes at once. What an instruction does is
//! an [`operation::Operation`]; one that is not known is kept as [`operation::Operation::Refused`], with
//! the reason: it matters only where a launch reaches it.

mod access;
pub mod callers;
mod compute;
mod declared;
mod decode;
pub mod demangle;
pub mod family;
mod form;
pub mod lines;
pub mod module;
mod number;
pub mod operation;
pub mod origin;
mod parse;
pub mod phases;
pub mod registers;
mod resolve;
mod scopes;
mod token;
pub mod types;
mod variables;
mod vocabulary;

pub use parse::parse;
