//! From an opcode with its modifiers and operands to what it does. Modifiers may stand in any order;
//! one that is not known makes the instruction one that is not interpreted.

mod address;
mod arithmetic;
mod atomic;
mod call;
mod carry;
mod control;
mod dispatch;
mod hidden;
mod mbarrier;
mod memory;
mod modifiers;
mod names;
mod passed;
mod special;
mod warp;
mod words;

pub use dispatch::operation;
pub use hidden::Hidden;
pub use mbarrier::{more, rest};
pub use names::{Found, Names, Scope, label};
