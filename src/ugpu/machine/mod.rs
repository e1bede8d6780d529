//! The operational models of Sorensen et al. (2013, 2014) for GPUs, as a machine that takes one
//! step at a time: `ugpu-weak`, `ugpu-coherent`, `ugpu-strong`.
//!
//! [`paths`] follows the control flow of each thread and gives, for every way through it, the list
//! of memory operations with what they wait for. [`steps`] holds the rules, each written once;
//! [`explore`] tries all steps from all states, [`mod@replay`] follows a given schedule, and
//! [`check`](mod@check) turns what was found into an [`Answer`]. There is no solver here: the
//! folder names nothing of the crate but `program` and `syntax` (`tests/house/architecture/apart.rs`).
//!
//! Decisions where the papers are silent, each the one that makes fewer outcomes impossible:
//! a load whose address is not yet known does not hold up later loads of its location in
//! `ugpu-weak`; predicates count as branches; loops are followed to the bound, and what lies beyond it
//! leaves a question open only where laps may leave something behind: a load may borrow.

pub mod along;
pub mod answer;
pub mod bends;
mod beyond;
pub mod check;
pub mod enough;
pub mod explore;
pub mod expr;
mod follow;
mod laps;
pub mod layout;
pub mod limits;
pub mod loosen;
pub mod measure;
pub mod model;
pub mod path;
pub mod paths;
pub mod replay;
mod rules;
pub mod schedule;
pub mod state;
pub mod states;
pub mod steps;
pub mod support;
pub mod trace;
pub mod waiting;

pub use answer::{Answer, Execution, Findings, Quantity, Verdict};
pub use bends::{Bend, Bends};
pub use check::check;
pub use limits::Limits;
pub use measure::{Measure, measure};
pub use model::Model;
pub use replay::{FinalState, ReplayError, replay};
pub use schedule::{Rule, Schedule, Step};
pub use support::Unsupported;
