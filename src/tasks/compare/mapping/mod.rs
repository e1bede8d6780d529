//! Compiler mappings: which instructions of one model's tests become which of another's.
//!
//! A [`Mapping`] is a table in TOML. Each instruction of the source language, by its [`Word`], has a row that says
//! what it becomes. What is asked of one is asked by [`walked`](super::walked).

mod check;
mod read;
mod shipped;
mod table;
mod word;

pub use read::read;
pub use shipped::{NoMapping, SHIPPED};
pub use table::{Mapping, Row, back};
pub use word::Word;
