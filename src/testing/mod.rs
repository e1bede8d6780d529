//! Litmus tests by the thousand, for tests and benchmarks: random ones ([`generate`]), each a
//! function of its seed alone, and classical ones that grow ([`family`]).
//!
//! ```
//! use gpu_litmus::testing::{Family, generate};
//!
//! assert_eq!(generate(7, Family::Coherence), generate(7, Family::Coherence));
//! ```

mod accord;
mod coherence;
mod decorate;
mod dialect;
mod draft;
pub mod family;
mod hrf;
mod random;
mod rng;
mod shapes;
mod skeleton;
mod utah;
mod weave;

pub use coherence::{Family, generate};
