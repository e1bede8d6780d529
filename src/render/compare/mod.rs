//! What sets two models apart, as text for a person.

mod all;
mod diagram;
mod given;
mod picture;
mod walked;

pub use all::render as all;
pub use diagram::render as diagram;
pub use given::render as given;
pub use picture::render as picture;
pub use walked::render as walked;
