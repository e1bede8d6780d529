//! Litmus tests as modules of PTX and launches, so that both front ends can be asked the same.

mod barrier;
mod code;
mod launch;
mod print;

pub use print::{Printed, Unprintable, print};
