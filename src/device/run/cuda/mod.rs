//! A GPU, through a process of its own that holds the driver: [`worker`] asks it, [`plan`] lays a launch out, [`launch`] is the device.
//!
//! A launch that hangs ends with that process, and nothing else does; the next test gets a new one. Else [`idle`] keeps it for all tests.

mod idle;
pub mod launch;
mod optimised;
mod plan;
pub mod worker;
