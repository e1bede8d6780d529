//! A symbolic verifier of litmus tests for GPU memory models.
//!
//! A test and a model go in; out comes whether the test's condition is reachable: with an execution
//! that shows it, or with the reason why there is none.
//!
//! ```
//! use std::time::Duration;
//!
//! use gpu_litmus::{Model, Query, Test, Verdict};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let test = Test::read("examples/mp-fenced.litmus")?;
//!     let query = Query::new(Model::find("ptx-7.5")?).timeout(Duration::from_secs(10));
//!     let answer = query.check(&test)?;
//!     assert_eq!(answer.verdict, Verdict::Unreachable);
//!     println!("{answer}");
//!     Ok(())
//! }
//! ```
//!
//! What a mistake in a test or a model looks like is rendered already: a `?` in `main` prints the
//! place, what was expected and the nearest thing that exists.
//!
//! There is one door: [`Query::check`] hands a test, a model and what is asked to the dispatcher of
//! engines, which the command line, batches and everything else go through as well. Whole suites are for
//! [`batch::run`]; all that an answer holds comes as JSON with [`serde`](https://serde.rs).

#![cfg_attr(
    not(feature = "testing"),
    expect(dead_code, unused_imports, reason = "what only the tests look at")
)]

#[cfg(not(feature = "testing"))]
mod axiomatic;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod axiomatic;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(not(feature = "testing"))]
mod device;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod device;
#[cfg(not(feature = "testing"))]
mod drf;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod drf;
#[cfg(feature = "embed")]
pub mod embed;
#[cfg(not(feature = "testing"))]
mod engine;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod engine;
#[cfg(not(feature = "testing"))]
mod execution;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod execution;
#[cfg(not(feature = "testing"))]
mod explicit;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod explicit;
mod graph;
#[cfg(not(feature = "testing"))]
mod kernel;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod kernel;
mod library;
#[cfg(feature = "cli")]
mod lsp;
#[cfg(not(feature = "testing"))]
mod model;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod model;
#[cfg(not(feature = "testing"))]
mod program;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod program;
#[cfg(not(feature = "testing"))]
mod ptx;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod ptx;
#[cfg(not(feature = "testing"))]
mod render;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod render;
#[cfg(not(feature = "testing"))]
mod sat;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod sat;
mod save;
#[cfg(not(feature = "testing"))]
mod stop;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod stop;
#[cfg(not(feature = "testing"))]
mod syntax;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod syntax;
#[cfg(not(feature = "testing"))]
mod tasks;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod tasks;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(not(feature = "testing"))]
mod trace;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod trace;
#[cfg(not(feature = "testing"))]
mod ugpu;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod ugpu;
#[cfg(not(feature = "testing"))]
mod verdict;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod verdict;
#[cfg(not(feature = "testing"))]
mod view;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod view;

pub use library::{Error, Query, Test};
pub use model::Model;
pub use sat::engine::Engine;
pub use stop::{Open, Stop};
pub use syntax::Report;
pub use verdict::outcome::{Quantity, Verdict};
pub use view::Answer;

pub mod batch {
    //! Whole suites: many tests under many models, in parallel.

    pub use crate::tasks::batch::run::run;
    pub use crate::tasks::batch::{Asked, Batch, Entry, Row, Suite, Summary};
}

#[cfg(feature = "testing")]
#[doc(hidden)]
pub use {engine::check, program::Program, program::load, syntax::parse, syntax::span::SourceFile};
