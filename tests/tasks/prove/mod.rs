//! Proofs, what they need, smallest executions, smaller tests: each compared with brute force.

mod enumerate;
mod fences;
mod machines;
mod minimize;
mod minimum;
mod smallest;
mod support;
