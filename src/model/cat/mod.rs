//! The model language: from the text of a model to its lowered [`Definition`].
//!
//! The stages are tokens, syntax tree, included files, names and kinds, lowered expressions; each
//! hands the next a value of its own type. The language is described in `docs/cat-language.md`.
//!
//! [`Definition`]: crate::model::relation::expr::Definition

pub mod ast;
mod check;
mod check_expr;
mod check_names;
mod check_rec;
mod errors;
pub mod explained;
mod files;
mod hir;
mod includes;
mod kinds;
mod load;
mod lower;
pub mod outline;
mod parse;
mod somewhere;
mod split;
mod token;
pub mod words;
pub mod written;

pub use files::meant_as_file;
pub(crate) use files::read;
pub use includes::Open;
pub(crate) use includes::{canonical, shipped_files};
pub use load::{LoadError, ReadProblem, load, load_among, load_file};
