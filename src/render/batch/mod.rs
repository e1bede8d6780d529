//! Rows as a report: one renderer a file. A renderer writes as the rows come, and keeps no more
//! than what comes last.

pub mod csv;
pub mod html;
pub mod jsonl;
pub mod junit;
pub mod markdown;
pub mod packed;
pub mod renderer;
pub mod sarif;
pub mod table;

pub use renderer::{Plan, Renderer};
