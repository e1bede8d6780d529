//! What instructions compute, on bit patterns.

mod bounds;
mod bytes;
mod carry;
mod convert;
mod float;
pub mod half;
mod integer;
mod mask;
mod update;

pub use carry::carry;
pub use float::is_nan;
pub use integer::{compute, cut, extended, number, truth};
pub use update::{update, update_global};
