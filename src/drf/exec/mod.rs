//! A device that is another process: it gets requests as lines on its standard input, and answers with lines on its standard
//! output. `docs/testing.md` has the protocol.
//!
//! A request is followed by `tick 0`, so that the answer says at once whether it was taken; so a device served in this
//! way makes the same run as one that is built in.

mod device;
mod hello;
pub(crate) mod process;
pub mod says;
pub mod serve;

pub use device::Remote;
pub use process::Command;
