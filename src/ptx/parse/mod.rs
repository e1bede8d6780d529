//! From tokens to a tree whose names are only names. A mistake ends its statement, not the module.

mod body;
mod constant;
mod cursor;
mod function;
mod initial;
mod operand;
mod operators;
mod other;
pub mod raw;
mod top;
mod variable;

pub use top::parse;
