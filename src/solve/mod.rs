//! Queries to the solver: encoding, verdicts, witnesses, reasons.

pub mod check;
pub mod distance;
pub mod encoding;
mod flags;
pub mod minimum;
pub mod outcome;
pub mod race;
pub mod reason;
pub mod smallest;
pub mod story;
pub mod ugpu;
pub mod witness;
