//! The PTX of a test: one module with the kernels `init`, `test` and `collect`.
//!
//! [`layout`] says what lies where in memory and parameters, [`refuse`] what PTX or one device cannot do. A role's
//! instructions ([`role`]) stand as they are written, between markers; the n-th access of a location goes through
//! base copy n, so that no compiler may take two of them for one. All results are stored, so that none is dropped.

pub mod asm;
mod atomic;
mod cells;
pub mod collect;
mod compute;
mod control;
pub mod frame;
pub mod layout;
pub mod module;
mod parameters;
pub mod refuse;
mod registers;
mod role;
mod seat;
mod words;
