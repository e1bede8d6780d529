//! The Utah models as a formula over time points, for the solver.
//!
//! Each memory operation and each fence happens at one point of time, and each store that is shared
//! of its own accord is delivered at one more. A cell of the machine (`crate::ugpu::machine`) is a list of
//! its possible writes, each at a point and with a literal that says whether it happens: stores of
//! the own thread, deliveries of others, loads that borrow. What a load finds, who owns a cell at
//! a point, what a fence has to wait for are conditions on the order of such points; only pairs
//! that meet in one get a literal. The order must have no cycle. The size is polynomial in the
//! test.
//!
//! Why it is exact: between two steps of the machine, a cell's flags are those that the last write
//! to it and the deliveries since then leave, so that every rule's condition is one on the order
//! of the cell's writes; and steps on different cells commute. A device fence never needs to
//! deliver anything itself: what it would deliver can be shared of its own accord just before it.
//! A block fence can: sharing to the block alone is no step of its own, so these deliveries happen
//! at the fence's point.
//!
//! Whoever asks gets schedules, replayed on the machine: a mistake here can only make an answer
//! `unreachable` wrong, and the explorer is there to notice.

mod accesses;
mod answer;
mod assumptions;
mod beyond;
mod cells;
pub mod check;
pub mod counting;
mod deeper;
mod encoding;
pub mod explain;
mod fences;
mod laps;
mod memory;
pub mod minimum;
mod order;
mod outcome;
mod ownership;
mod pausing;
mod reads;
mod sizes;
pub mod smallest;
pub mod states;
pub mod waiting;
mod witness;
