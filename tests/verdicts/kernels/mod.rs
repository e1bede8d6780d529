//! Kernels: what is asked of launches against what others say of the same.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod external;
mod generator;
mod long;
mod printed;
mod random;
mod support;
