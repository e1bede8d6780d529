//! Models as data: the language they are written in ([`cat`]), the algebra of relations that it
//! stands for ([`relation`]), the registry of those that are built in, one text each.

pub mod accepts;
pub mod cat;
mod expected;
pub mod laps;
pub mod lessons;
pub mod meaning;
mod named;
pub mod nearest;
mod races;
pub mod registry;
pub mod relation;
pub mod rules;
mod shipped;
mod thin_air;

pub use expected::{check_expectations, load_test};
pub use named::Named;
pub use registry::Model;
