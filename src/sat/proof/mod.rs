//! Proofs that a formula cannot be satisfied: what a solver derived, and a checker of it.

pub mod checker;
pub mod derivation;
pub mod dimacs;

pub use checker::{Checker, Fault};
pub use derivation::{Derivation, Step};
pub use dimacs::Written;
