//! The relations of a model over candidate executions, as literals.

pub mod axioms;
mod closure;
mod may;
pub mod relax;
pub mod symbolic;
