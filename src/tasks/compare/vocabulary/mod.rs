//! What the tests that are searched may contain.

mod contents;
mod usual;
mod wanted;
mod words;

pub use contents::{EVENTS, LOCATIONS, THREADS, Told, Vocabulary};
pub use wanted::Wanted;
pub use words::{Element, Ordering};
