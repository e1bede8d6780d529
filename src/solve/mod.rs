//! Queries to the solver: encoding, verdicts, witnesses, reasons.

pub mod outcome;
pub mod session;
