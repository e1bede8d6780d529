//! Instructions: a mnemonic with its modifiers and the operands become an operation.

mod arithmetic;
mod atomic;
mod barrier;
mod control;
mod decode;
mod fence;
mod following;
mod memory;
mod modifier;
mod operands;
mod orders;
pub(super) mod types;
mod unsupported;

pub(crate) use decode::{MNEMONICS, decode, directive};
pub use following::following;
pub(crate) use orders::{ORDERS, SCOPES};
