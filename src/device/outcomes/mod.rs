//! Histograms of litmus tests that ran on hardware: [`litmus7`](self::read) prints some, `run` others; [`judge`] asks models of each
//! outcome.

pub mod judge;
mod line;
mod litmus7;
mod ran;
pub mod read;
mod terms;
