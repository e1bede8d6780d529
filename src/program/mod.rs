//! What a test means before any model.

pub mod types;
pub mod value;

pub use types::*;
