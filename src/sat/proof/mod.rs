//! Proofs that a formula cannot be satisfied: what a solver derived, and a checker of it.

pub mod checker;
pub mod derivation;

pub use checker::{Checker, Fault};
pub use derivation::{Derivation, Step};
