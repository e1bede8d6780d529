//! Kernels: a module of PTX and a description of how it is launched, and what is asked of both.

pub mod arithmetic;
pub mod interpret;
pub mod launch;
pub mod load;
pub mod lower;
pub mod report;
pub mod setup;
