//! Solvers: what is asked of them, the two that there are, and questions about a circuit. Only here
//! a solver is named.

pub mod builtin;
pub mod engine;
pub mod proof;
pub mod session;
pub mod solver;

#[cfg_attr(not(feature = "z3"), path = "no_z3.rs")]
pub mod z3;
