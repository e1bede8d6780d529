//! Logs of loads and stores, judged: could a machine of a model have produced them?
//!
//! [`log`] is a log as data, [`read`] its formats, [`judge`] the question; [`solve`] finds an order of the
//! events or why there is none, [`check`] accepts such an order without the solver.

pub mod answer;
pub mod asked;
pub mod axioms;
mod backs;
pub mod base;
pub(crate) mod bend;
pub mod check;
pub mod clocks;
pub mod export;
pub mod judge;
pub mod log;
pub mod read;
pub mod report;
pub mod rules;
pub mod single;
pub mod smallest;
pub mod solve;
pub mod stream;
pub mod value;
pub mod window;
