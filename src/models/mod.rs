//! The memory models: one file each, and the registry.

pub mod accepts;
pub mod registry;
pub mod rules;

pub use registry::Model;
