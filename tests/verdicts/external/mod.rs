//! Known answers of the suites under `GPU_LITMUS_SUITES`: `make test` asks for them where it is set.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod coherence;
mod enumerator;
mod hrf;
mod ptx;
mod rows;
mod ugpu;
