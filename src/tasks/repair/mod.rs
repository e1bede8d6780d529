//! Launches of kernels mended: the cheapest changes of the module with which all checks hold, in PTX and
//! as CUDA can say them ([`fences`]), and which of the fences that are there are needed ([`prove`]).
//!
//! An [`edits::Edit`] is of one line of PTX, for all threads and laps, and costs once. The search asks the
//! launch again with the changed module ([`oracle`]); it looks for cheapest choices that hit every clause
//! learnt so far, so what it finds is cheapest, if more strength never breaks what holds.

mod edits;
mod fences;
mod oracle;
mod prove;
mod search;
mod sites;
mod strength;

pub use edits::diff;
pub use fences::{Fixed, fences};
pub use prove::{Proved, prove};
