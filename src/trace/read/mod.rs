//! The formats of logs: a text format, JSON lines, and tables as lectures print them.

pub mod builder;
pub mod event;
pub mod json;
pub mod lines;
pub mod log;
pub mod mistake;
pub mod table;
pub mod text;
