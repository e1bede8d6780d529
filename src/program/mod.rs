//! What a test means before any model: threads, placement, locations, guarded events.

pub mod edit;
mod evaluate;
pub mod events;
pub mod flow;
pub mod resolve;
pub mod symbolic;
pub mod types;
pub mod unroll;
pub mod value;

pub use resolve::resolve;
pub use types::*;
