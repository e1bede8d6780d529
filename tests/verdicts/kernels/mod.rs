//! Kernels: what is asked of launches against what others say of the same.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod apart;
mod bends;
mod circles;
mod crossed;
mod ended;
mod external;
mod followed;
mod formula;
mod freed;
mod generator;
mod hangs;
mod left_out;
mod long;
mod many;
mod mutation;
mod named;
mod one_cell;
mod one_run;
mod open;
mod orders;
mod parts;
mod polled;
mod printed;
mod random;
mod sizes;
mod some_ways;
mod sums;
mod support;
mod tries;
mod updates;
