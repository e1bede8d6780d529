//! Litmus tests by the thousand, for tests and benchmarks: random ones ([`generate`], [`counters`]), each a
//! function of its seed alone, and ones that grow ([`family`], [`tickets`]); and what must hold of any bytes
//! that a fuzzer finds ([`fuzz`]). [`module`] prints tests as kernels, [`logs`] are
//! small logs of loads and stores.
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
pub mod fuzz;
mod hrf;
pub mod logs;
pub mod module;
mod random;
mod rng;
mod shapes;
mod skeleton;
pub mod tickets;
mod utah;
mod weave;

pub use coherence::{Family, generate, generate_from};
pub use counters::{counters, counters_from};
