//! All litmus programs up to a size, each once: what is enumerated where a question is about *all* tests.
//!
//! A [`Shape`] is a program as plain data, a [`Vocabulary`] says what may be in one, and a [`Walk`]
//! yields the shapes, smallest first, one of each class of symmetry: two programs are the same if they
//! differ only in the order of their threads, the names of their locations, the numbers of their devices,
//! blocks and warps, or the values they store. [`Shape::test`] makes a test of one, [`Outcome`] says
//! how one ends.
//!
//! ```
//! use gpu_litmus::Model;
//! use gpu_litmus::stop::Stop;
//! use gpu_litmus::syntax::print::{Style, print};
//! use gpu_litmus::tasks::space::{Bounds, Vocabulary, Walk};
//!
//! let tso = Model::find("tso")?;
//! let vocabulary = Vocabulary::of(&[&tso]);
//! let mut walk = Walk::new(&vocabulary, Bounds::accesses(4), &Stop::never());
//! let shape = walk.next().ok_or("there is one")??;
//! assert_eq!(shape.size().accesses, 1 + 1);
//! let text = print(&shape.test("first", None), &Style::default());
//! assert!(gpu_litmus::load("first.litmus", &text).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod choice;
mod connected;
mod heeds;
pub mod notation;
mod oracle;
mod outcome;
mod search;
mod shape;
mod size;
mod steps;
mod told;
mod tree;
mod vocabulary;
mod walk;
mod weaker;
mod words;

pub use choice::{BadChoice, Choice, refuses};
pub use oracle::{Oracle, Promise};
pub use outcome::Outcome;
pub use shape::{Access, Column, Dependency, Fence, Item, Kind, Link, Place, Shape, Strength};
pub use size::{Bounds, Size};
pub use steps::level;
pub(super) use tree::{location, register};
pub use vocabulary::{Level, Vocabulary, Whole};
pub use walk::Walk;
pub use weaker::{Weaker, weaker};
pub use words::{BadWord, PLACEMENTS, SCOPES, meant};
