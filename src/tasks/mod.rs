//! What is made of many checks, each with the data that it answers with.

pub mod ask;
pub mod audit;
pub mod batch;
pub mod compare;
pub mod fences;
pub mod minimize;
pub mod observe;
pub mod prove;
pub mod repair;
pub mod space;
#[cfg(feature = "cli")]
pub mod suite;
pub mod survey;
#[cfg(feature = "cli")]
pub mod sweep;
pub mod synthesize;
