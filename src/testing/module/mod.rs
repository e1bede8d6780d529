//! Litmus tests as modules of PTX and launches, so that both front ends can be asked the same.

mod barrier;
mod code;
mod compute;
mod launch;
mod print;

pub use print::{Printed, Unprintable, print};
