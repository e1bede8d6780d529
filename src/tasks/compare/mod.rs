//! What sets two models apart: on given tests ([`given`]), and on all tests up to a size: by a search of the [`space`]
//! of what a [`vocabulary`] has ([`all`]), or one by one ([`walked`]: machines, and compiler [mappings](mapping); [`diagram`]: many models);
//! [`among`] says which these are unless somebody does.
//!
//! A model *allows* an outcome of a test where some execution that it allows ends so. Two models differ on a
//! test where one allows an outcome that the other does not.

pub mod all;
pub mod among;
pub mod diagram;
mod formula;
pub mod given;
pub mod journal;
pub mod mapping;
mod outcomes;
mod searched;
pub mod shown;
pub mod space;
pub mod summary;
pub mod vocabulary;
pub mod walked;
