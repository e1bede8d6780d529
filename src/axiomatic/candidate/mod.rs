//! Candidate executions of a test as literals, before any model: which events happen, what is read
//! from where, how the writes of a location are ordered, what the values are.

mod alike;
mod apart;
pub mod barriers;
mod coherence;
mod computed;
pub mod condition;
pub mod counting;
pub mod domain;
pub mod ending;
pub mod frame;
mod late;
pub mod observers;
pub mod pausing;
pub mod plain;
mod possible;
mod reads;
pub mod rounds;
pub mod sections;
mod square;
mod steps;
pub mod tally;
pub mod updates;
pub mod values;
pub mod vocabulary;
mod waiting;
mod written;
