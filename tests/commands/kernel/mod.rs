//! `kernel`: launches of what compilers printed.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod active;
mod answers;
mod bad_input;
mod barriers;
mod fixes;
mod formats;
mod headers;
mod initial;
mod inlined;
mod lowered;
mod meet;
mod orders;
mod python;
mod refused;
mod scopes;
mod several;
mod sizes;
mod smallest;
mod tries;
mod vectors;
