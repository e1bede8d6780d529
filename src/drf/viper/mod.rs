//! A GPU memory system with write-through caches and scoped acquire and release, as Ta et al. describe it
//! (IISWC 2019, section IV, Tables I and II, Figure 4): an L1 for each compute unit, an L2 for all, and memory.
//!
//! What their paper leaves open is decided so: requests of one unit to one line keep their order, those of the L2 to one line
//! of memory too, all other messages overtake each other; a fill that was asked for before a later acquire of
//! its unit, or before a later store to its line, is not installed; a release waits for its thread's writes, an atomic
//! for the loads of its line by its unit; atomics are performed at memory.

pub mod bugs;
mod channels;
mod key;
mod l1;
mod l2;
mod memory;
mod messages;
mod system;
pub mod tables;

pub use bugs::{Bug, Bugs};
pub use system::Viper;
