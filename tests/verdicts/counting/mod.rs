//! Counters: the clauses that only help follow from the formula, the engines agree, and large ones
//! are answered soon.

mod agreement;
mod families;
mod implied;
