//! A GPU memory system with remote-scope promotion (Orr et al., "Synchronization Using Remote-Scope Promotion", ASPLOS 2015,
//! sections 2.3 and 4.2): each unit has an L1 that is written back, with a FIFO of what is dirty in it, and all share an L2.
//!
//! At block scope an atomic is performed in the L1. At device scope it is performed at the L2: an acquire then invalidates the L1, a
//! release first puts a marker into the FIFO and waits until all before it is written back. A remote atomic, which acquires
//! and releases, has a marker put into all FIFOs, which from then on let no acquire, release or atomic through; when all are
//! flushed it invalidates its own L1, is performed, and has all other L1s invalidated, which lets theirs through again.
//!
//! What their paper leaves open is decided so: words are valid and dirty one by one, and what is dirty stays where an L1 is
//! invalidated; requests of one unit to one line keep their order, all other messages overtake each other; a fill that was asked
//! for before the L1 was invalidated, or before a later store or write-back of its line, is not installed; a FIFO of more than
//! 16 lines is emptied; one remote atomic runs at a time. The L2 holds everything. Their footnote 1, which locks a line
//! at the L2 until a remote release has invalidated the others, has nothing to do here: whoever could meet it is stalled by
//! the marker.

mod bugs;
mod fifo;
mod l1;
mod messages;
mod promote;
mod system;
mod tables;

pub use bugs::Bug;
pub use system::Rsp;
