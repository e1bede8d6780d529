//! What sets two models apart, as text for a person.

mod given;

pub use given::render as given;
