//! Candidate executions of a test as literals, before any model: which events happen, what is read
//! from where, how the writes of a location are ordered, what the values are.

pub mod barriers;
mod coherence;
pub mod condition;
pub mod domain;
pub mod ending;
pub mod frame;
mod possible;
mod reads;
pub mod values;
pub mod vocabulary;
mod waiting;
