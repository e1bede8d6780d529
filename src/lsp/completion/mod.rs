//! What could be written at a place.

mod model;
mod operands;
mod proposals;
mod test;

pub use proposals::completion;
