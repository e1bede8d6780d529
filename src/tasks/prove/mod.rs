//! Proofs that a program's fences forbid its condition: what the proof needs, and what it can do
//! without.

pub mod fences;
pub mod needed;
pub mod orders;
pub mod verdict;
pub mod view;

pub use needed::{Needed, Proof, prove};
pub use verdict::Verdict;
