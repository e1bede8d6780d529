//! The algebra of relations: expressions, their symbolic and their concrete evaluation.

pub mod bits;
pub mod concrete;
pub mod expr;
mod operations;
pub mod text;
pub mod verdict;
