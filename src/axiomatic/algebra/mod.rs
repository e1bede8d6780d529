//! The relations of a model over candidate executions, as literals.

pub mod along;
pub mod axioms;
pub mod chains;
mod closure;
mod composition;
mod extent;
mod forbidden;
mod may;
mod must;
mod operators;
pub mod relax;
mod rounds;
pub mod symbolic;
