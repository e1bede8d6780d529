//! The algebra of relations: expressions, their symbolic and their concrete evaluation.

pub mod axioms;
pub mod bits;
mod closure;
pub mod concrete;
pub mod expr;
mod may;
mod operations;
pub mod relax;
pub mod symbolic;
pub mod text;
pub mod verdict;
