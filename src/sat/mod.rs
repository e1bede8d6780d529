//! Propositional formulas as plain data, and the solvers that answer them: what the encoders build,
//! and the only place that names a solver. What leaves it is plain data.

pub mod acyclic;
pub mod bits;
pub mod bitset;
pub mod cardinality;
pub mod circuit;
pub mod cnf;
pub mod hitting;
mod pool;
pub mod session;
pub mod values;

pub use circuit::{Circuit, Lit};
pub use cnf::Cnf;
pub use pool::in_fresh_context;
