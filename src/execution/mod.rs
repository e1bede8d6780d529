//! One execution as plain data, and its judge: the relations of a model evaluated on it, the cycle
//! that breaks an axiom, and why each step of that cycle is there.

pub mod axioms;
pub mod bounds;
mod coming;
pub mod concrete;
mod costs;
pub mod derivation;
pub mod distance;
pub mod evaluate;
pub mod judge;
pub mod meetings;
pub mod membership;
pub mod nodes;
mod operations;
pub mod scopes;
pub mod variants;
pub mod waiting;
