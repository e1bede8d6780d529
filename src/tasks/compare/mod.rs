//! What sets two models apart: on given tests ([`given`]).
//!
//! A model *allows* an outcome of a test where some execution that it allows ends so. Two models differ on a
//! test where one allows an outcome that the other does not.

pub mod given;
pub mod shown;
