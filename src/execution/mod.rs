//! Executions: what models speak about.

pub mod barriers;
pub mod base;
mod coherence;
pub mod counting;
pub mod concrete;
pub mod condition;
pub mod distance;
pub mod domain;
pub mod ending;
pub mod frame;
pub mod meetings;
pub mod nodes;
pub mod options;
mod possible;
mod reads;
pub mod tally;
pub mod updates;
pub mod values;
pub mod vocabulary;
mod waiting;
