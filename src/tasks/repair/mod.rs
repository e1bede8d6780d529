//! Launches of kernels mended: the cheapest changes of the module with which all checks hold, in PTX and
//! as CUDA can say them ([`fences`]), and which of the fences that are there are needed ([`prove`]).
//!
//! An [`edits::Edit`] is of one line of PTX, for all threads and laps, and costs once. The search asks the
//! launch again with the changed module ([`oracle`]); it looks for cheapest choices that hit every clause
//! learnt so far ([`search`]), so what it finds is cheapest, if more strength never breaks what holds. A run that breaks
//! one choice is tried on others before the solver is asked ([`crate::kernel::report::recall`]).

mod barriers;
pub mod beside;
mod best;
mod choose;
pub mod copies;
mod edits;
mod fences;
mod gaps;
mod grouped;
mod in_cuda;
mod loops;
mod operations;
mod oracle;
mod own;
mod prove;
pub mod python;
mod search;
mod sites;
pub mod statement;
mod strength;
mod tongue;

pub use barriers::Barriers;
pub use fences::{Fixed, fences};
pub use prove::{Proved, prove};
