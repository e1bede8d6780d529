//! Proofs that a formula cannot be satisfied: what a solver derived, and a checker of it.

pub mod checker;
pub mod derivation;
pub mod dimacs;
mod origin;
mod propagation;

pub use checker::Checker;
pub use derivation::{Derivation, Fault, Step};
pub use dimacs::Written;
