//! Executions: what models speak about.

pub mod base;
