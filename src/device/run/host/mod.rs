//! Native threads: one for each thread of a test, which interprets it instance by instance.
//!
//! The instructions are data, so no compiler can reorder or merge what they do: an access is one atomic
//! operation of the processor, in the order of the test. Weak and relaxed accesses are `Relaxed`, acquire and
//! release are so, every fence and every read-modify-write is `SeqCst`.

mod barrier;
mod decode;
mod gate;
mod memory;
mod role;

mod launch;

pub use launch::{Host, name};
