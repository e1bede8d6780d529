//! What models speak of: base relations and the expressions over them, as data.

pub mod base;
pub mod expr;
pub mod options;
pub mod text;
