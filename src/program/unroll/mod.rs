//! Threads unrolled into guarded events: static single assignment, bounded loops, dependencies.
//!
//! States of a thread that meet at one place of the unrolled code are merged, so that the number
//! of events grows with the code and the bound, not with the number of paths.

mod perform;
mod state;
mod threads;
mod turns;
mod walk;

pub use threads::{INSTRUCTIONS, IdleLaps, Unfinished, unroll, unroll_laps, unroll_spins};
