//! What instructions compute, on bit patterns.

mod convert;
mod float;
pub mod half;
mod integer;
mod update;

pub use integer::{compute, cut, extended, number, truth};
pub use update::update;
