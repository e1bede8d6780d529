//! Kernels on concrete values under sequential consistency: whole instructions of all threads in one
//! order. Shares nothing with what is asked of solvers but the module and the launch.
//!
//! [`explore::explore`] goes through all orders, as far as they differ; what it says is exact where
//! [`explore::Exploration::complete`] is.

mod absent;
mod access;
pub mod barrier;
mod bytes;
mod call;
mod clocks;
mod coherent;
mod commuting;
mod covering;
mod endless;
mod ends;
pub mod event;
pub mod exploration;
pub mod explore;
pub mod finding;
mod forget;
pub mod forks;
pub mod hangs;
pub mod holes;
pub mod lanes;
mod later;
pub mod machine;
mod meetings;
mod moved;
pub mod once;
mod operand;
mod parts;
pub mod place;
pub mod probe;
pub mod quorum;
mod races;
mod registers;
pub mod replay;
mod resident;
mod reversal;
mod search;
mod settle;
pub mod state;
mod step;
mod together;
mod unwritten;
pub mod warp;

pub use event::Event;
