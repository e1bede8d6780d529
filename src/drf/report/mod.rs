//! Runs as text, JSON and pictures.

pub mod compare;
pub mod json;
pub mod map;
pub mod svg;
pub mod text;
