//! Executions: what models speak about.

pub mod base;
mod coherence;
pub mod concrete;
pub mod domain;
pub mod ending;
pub mod frame;
pub mod judge;
pub mod nodes;
mod reads;
pub mod values;
pub mod vocabulary;
