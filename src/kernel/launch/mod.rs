//! Launch descriptions: what is launched, on what memory, and what is expected of it.
//!
//! Flags of the command line are written as a launch file first, so that both have one reader and one
//! kind of diagnostics.

pub mod description;
mod expect;
pub mod flags;
mod property;
mod read;
mod scalar;
mod sections;
mod value;

pub use expect::{Expectation, expectation_words};
pub use property::{Formula, Property, Side};
pub use read::{read, read_beside};
pub use scalar::Scalar;
pub use value::bits;
