//! The algebra of relations: expressions, their symbolic and their concrete evaluation.

pub mod axioms;
pub mod bounds;
pub mod chains;
mod closure;
pub mod concrete;
mod costs;
pub mod derivation;
pub mod expr;
pub mod judge;
mod may;
mod operations;
pub mod relax;
pub mod symbolic;
pub mod text;
pub mod variants;
pub mod verdict;

pub use crate::logic::bitset as bits;
