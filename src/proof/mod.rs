//! Proofs that a program's fences forbid its condition: what the proof needs, and what it can do
//! without.

pub mod fences;
pub mod orders;
pub mod prove;
pub mod verdict;

pub use prove::{Needed, Proof, prove};
pub use verdict::Verdict;
