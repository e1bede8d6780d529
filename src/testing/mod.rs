//! Litmus tests by the thousand, for tests and benchmarks: random ones ([`generate`], [`counters`]), each a
//! function of its seed alone, and ones that grow ([`family`], [`tickets`]).
//!
//! ```
//! use gpu_litmus::testing::{Family, generate};
//!
//! assert_eq!(generate(7, Family::Coherence), generate(7, Family::Coherence));
//! ```

mod accord;
mod coherence;
mod counters;
mod decorate;
mod dialect;
mod draft;
pub mod family;
mod hrf;
mod random;
mod rng;
mod shapes;
mod skeleton;
pub mod tickets;
mod utah;
mod weave;

pub use coherence::{Family, generate};
pub use counters::counters;
