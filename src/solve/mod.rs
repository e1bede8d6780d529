//! Queries to the solver.

pub mod session;
