//! The algebra of relations: expressions, their symbolic and their concrete evaluation.

pub mod bits;
pub mod expr;
mod may;
pub mod relax;
pub mod symbolic;
