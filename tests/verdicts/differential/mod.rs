//! The solver against the enumerator, on generated tests: verdict and quantity must agree.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds (100 without it), `GPU_LITMUS_FIRST_SEED` where to start.

mod agreement;
mod hrf;
mod hrf_mutation;
mod hrf_sharp;
mod mutation;
mod padded;
mod ptx;
mod reasons;
mod stories;
pub mod support;
