//! What a test means before any model: threads, placement, locations, guarded events.

pub mod apart;
pub mod condition;
pub mod edit;
mod evaluate;
pub mod events;
pub mod flow;
pub mod instruction;
mod load;
pub mod part;
pub mod resolve;
pub mod symbolic;
pub mod types;
pub mod unroll;
pub mod value;

pub use condition::{Condition, Term};
pub use instruction::{Instruction, InstructionKind, Target, Value};
pub use load::load;
pub use resolve::resolve;
pub use types::*;
