//! A sweep as tables.

mod csv;
mod table;

pub use csv::render as csv;
pub use table::{markdown, text};
