//! What the assembler made of a test: every access, fence and barrier must still be there, in its order and
//! with its strength, and what depended on a read must still depend on it.
//!
//! [`sass`] reads what NVIDIA's `nvdisasm` prints, [`expect`] says what each instruction of a test becomes, [`flow`]
//! follows values through registers, [`check`] puts them side by side, on every way that the code may go. The table of [`expect`] is what ptxas
//! 13.5.37 made of each instruction for `sm_75`, 80, 90, 100 and 120.

mod automaton;
pub mod check;
mod depend;
pub mod expect;
mod flow;
mod graph;
mod known;
pub mod lost;
mod packed;
pub mod sass;
