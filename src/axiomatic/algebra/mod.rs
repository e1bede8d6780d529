//! The relations of a model over candidate executions, as literals.

pub mod axioms;
pub mod chains;
mod closure;
mod extent;
mod may;
mod must;
mod operators;
pub mod relax;
pub mod symbolic;
