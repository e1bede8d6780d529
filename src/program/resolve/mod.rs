//! From the syntax tree to a [`Program`](super::Program): every name gets its meaning, or a diagnostic.

mod blocks;
mod code;
mod condition;
mod locations;
mod misspelt;
mod operands;
mod pointers;
mod registers;
mod test;
mod unused;
mod widths;

pub use test::resolve;
