//! Models with axioms, asked of a solver: candidate executions as literals ([`candidate`]), the
//! relations of a model over them ([`algebra`]), verdicts ([`check`]), witnesses, reasons, races,
//! smallest executions.

pub mod algebra;
mod begin;
mod beyond;
pub mod candidate;
pub mod check;
mod combine;
pub mod demand;
pub mod distance;
pub mod encoding;
mod flags;
pub mod legend;
pub mod listing;
pub mod minimum;
pub mod questions;
pub mod race;
pub mod reason;
pub mod shared;
pub mod smallest;
pub mod states;
pub mod story;
pub mod waiting;
pub mod witness;
