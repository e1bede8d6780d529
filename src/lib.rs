//! A symbolic litmus-test verifier for GPU memory models.

pub mod axiomatic;
pub mod cli;
pub mod engine;
pub mod execution;
pub mod explicit;
pub mod model;
pub mod program;
pub mod render;
pub mod sat;
pub mod stop;
pub mod syntax;
pub mod tasks;
pub mod testing;
pub mod ugpu;
pub mod verdict;
pub mod view;

pub use engine::check;
pub use model::Model;
pub use program::{Program, load};
pub use syntax::span::SourceFile;
pub use syntax::{Report, parse};
