//! Queries to the solver: encoding, verdicts, witnesses, reasons.

pub mod check;
pub mod encoding;
mod flags;
pub mod outcome;
pub mod race;
pub mod reason;
pub mod session;
pub mod story;
pub mod ugpu;
pub mod witness;
