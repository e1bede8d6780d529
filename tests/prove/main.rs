//! Proofs, what they need, smallest executions, smaller tests: each compared with brute force.

mod enumerate;
mod fences;
mod minimize;
mod minimum;
mod smallest;
mod support;
