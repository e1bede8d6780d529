//! `synthesize`: a model's own test suite, every minimal test that it forbids up to a size.
//!
//! A test is *minimal* if its outcome is forbidden, and allowed as soon as one instruction is relaxed: left
//! out, its order weaker, its scope narrower, a dependency dropped, a fence weaker, or an exchange taken
//! apart into a load and a store (Lustig, Wright, Papakonstantinou, Giroux, ASPLOS 2017). All programs of a
//! vocabulary are walked once ([`space`](super::space)), and of each all outcomes that some choice of
//! values has; what is shown was asked again as an ordinary test.

mod axioms;
mod candidates;
mod names;
mod placed;
mod relax;
mod relaxed;
mod report;
mod run;
mod words;

pub(super) use names::Names;
pub(super) use placed::{APART, placed};
pub use report::{Minimal, Synthesis, Why};
pub use run::{Progress, Request, run};
pub(super) use words::line;
