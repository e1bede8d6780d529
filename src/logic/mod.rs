//! Propositional formulas as plain data: what the encoders build and any solver can read.

pub mod acyclic;
pub mod bits;
pub mod bitset;
pub mod cardinality;
pub mod circuit;
pub mod cnf;
pub mod hitting;
pub mod ternary;
pub mod values;

pub use circuit::{Circuit, Lit};
pub use cnf::Cnf;
