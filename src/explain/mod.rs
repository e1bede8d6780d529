//! Answers for people and programs: plain views of an answer or a test first, then one renderer a
//! file.
//!
//! A view is data without ids of the program: [`answer`] and its parts [`witness`] and [`reason`]
//! for what is said of a test, [`outline`] for the test itself. The renderers read nothing else.

pub mod answer;
pub mod dot;
mod enumerated;
pub mod fenced;
pub mod fenced_text;
pub mod herd;
pub mod json;
pub mod layout;
pub mod machine;
pub mod model;
pub mod names;
pub mod outline;
pub mod outline_text;
pub mod paint;
pub mod picture;
pub mod proof;
pub mod proof_text;
pub mod race;
mod race_text;
pub mod reason;
mod schedule;
pub mod scopes;
pub mod size;
pub mod story;
pub mod story_text;
pub mod summary;
pub mod text;
pub mod witness;

pub use answer::Answer;
pub use outline::Outline;

pub use paint::Paint;
