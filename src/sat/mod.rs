//! Propositional formulas as plain data, and the solvers that answer them: what the encoders build,
//! and the only place that names a solver. What leaves it is plain data.

pub mod acyclic;
pub mod bitmatrix;
pub mod bits;
pub mod bitset;
pub mod builtin;
pub mod cardinality;
pub mod circuit;
pub mod cnf;
pub mod engine;
pub mod hitting;
pub mod proof;
pub mod provided;
pub mod session;
pub mod solver;
pub mod ternary;
pub mod values;
pub mod watch;
#[cfg_attr(not(feature = "z3"), path = "no_z3.rs")]
mod z3;

pub use circuit::{Circuit, Lit};
pub use cnf::Cnf;
pub use z3::{in_fresh_context, solver as reference};
