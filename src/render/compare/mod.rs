//! What sets two models apart, as text for a person.

mod all;
mod given;
mod walked;

pub use all::render as all;
pub use given::render as given;
pub use walked::render as walked;
