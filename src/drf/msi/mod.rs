//! A memory system with the MSI protocol and atomic transactions, as multiprocessors with a bus had it (M. Pericàs, EDA284 lecture 13,
//! "Coherence and Atomicity", Chalmers 2020): each unit has a cache, whose lines are modified, shared or invalid, and what a
//! cache cannot do alone it does in one step in all of them. So there is one order of all stores to a location, in time: logs
//! of it are explained by `strict`, too.
//!
//! What the lecture leaves open is decided so: requests of one unit to one line keep their order, all others overtake each other; a
//! release waits for its thread's stores; atomics are performed in the cache, in a line that is modified; a modified line is
//! written to memory when another unit asks for it, or when it leaves its cache.

mod bugs;
mod system;
mod tables;

pub use bugs::Bug;
pub use system::Msi;
