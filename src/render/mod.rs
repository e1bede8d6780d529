//! Answers for people and programs: one renderer a file, which reads views and nothing else.

pub mod audit;
pub mod batch;
pub mod compare;
pub mod dot;
mod endless;
pub mod fences;
mod footnotes;
mod grid;
pub mod herd;
pub mod kernel;
pub mod layout;
pub mod markup;
pub mod matrix;
pub mod model;
pub mod outline;
pub mod paint;
pub mod picture;
pub mod proof;
mod race;
mod reason;
mod remarks;
pub mod repair;
mod schedule;
pub mod separated;
mod states;
pub mod story;
#[cfg(feature = "cli")]
pub mod suite;
#[cfg(feature = "cli")]
pub mod sweep;
pub mod synthesize;
pub mod text;
pub mod uri;

pub use paint::Paint;
