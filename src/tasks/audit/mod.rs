//! `audit`: what users assume of a model, proved on all programs up to a size, or refuted by a smallest one.
//!
//! All programs of a vocabulary are walked once ([`space`](super::space)), smallest first, and each property
//! that still stands is asked of each. What refutes one is asked again as an ordinary test, with its
//! witness and its reason, before it is shown.

mod atomic;
mod atomic_order;
mod coherent;
mod evidence;
mod order;
mod property;
mod refute;
mod report;
mod run;
mod shown;
mod split;
mod thin_air;
mod vacuous;

pub use property::{NoProperty, Property};
pub use report::{Audit, Counted, Finding, Proof, Standing};
pub(super) use report::{milliseconds, told};
pub use run::{Progress, Request, run};
pub use shown::Shown;
pub(super) use shown::{file_name, shown};
