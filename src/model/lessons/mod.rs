//! The axioms of the built-in models in words: what each means, a test that shows it, where it is from.

mod coherence;
mod hrf;
mod lesson;
mod ptx;

pub use lesson::{Example, Lesson, lesson};
