//! What instructions compute, on bit patterns.

mod convert;
mod float;
mod integer;
mod update;

pub use integer::{compute, cut, extended, truth};
pub use update::update;
