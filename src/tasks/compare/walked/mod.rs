//! Two models on all programs up to a size, asked one by one: for machines, which no formula of all programs knows, and
//! for compiler [mappings](super::mapping).
//!
//! Programs are walked once ([`space`](crate::tasks::space)), the smallest first, and the fastest engine that knows a model
//! tells their outcomes. A mapping makes a second program of each, for the second model. What is found is asked
//! again as two ordinary tests, with the witness of the one and the reason of the other, before it is shown.

mod confirm;
mod pair;
mod report;
mod search;

pub use report::{Separator, Standing, Told, Walked, Way};
pub use search::{Progress, Request, search};
