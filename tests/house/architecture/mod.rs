//! The invariants of `docs/architecture.md` that can be read off the sources, and that a breach
//! would be seen.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod apart;
mod arms;
mod clock;
mod layers;
mod names;
mod paths;
mod ratchet;
mod seen;
mod source;
