//! Executions: what models speak about.

pub mod base;
pub mod concrete;
pub mod domain;
pub mod ending;
pub mod frame;
pub mod judge;
pub mod nodes;
pub mod values;
pub mod vocabulary;
