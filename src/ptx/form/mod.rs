//! What instructions look like: which modifiers and types go together, and which operands these take. Only those that
//! are interpreted stand here; of others nothing is known, and so nothing is wrong with them.

mod check;
mod choose;
mod memory;
mod near;
mod operands;
mod places;
mod table;
mod wanted;

pub use check::{Checked, Stray, check};
pub use choose::Forms;
pub use near::{is_opcode, is_word, modifier, opcode};
