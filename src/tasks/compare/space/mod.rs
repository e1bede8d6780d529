//! All tests up to a size, as a formula: what sets two models with axioms apart is searched for with a solver.
//!
//! A [`shape`] says how many accesses each thread has. Everything else about a test and one execution of it are
//! literals ([`slots`]): kinds, locations, orders, scopes, fences, dependencies, placement, and who reads from
//! whom. The relations of a model are matrices of literals ([`events`], [`algebra`]). The formula says that
//! the first model allows the execution and the second does not ([`formula`]). What comes back is written as a
//! litmus test ([`sketch`]) and both models are asked about it in the ordinary way ([`search`]): where the
//! second reaches the outcome by another execution, with another order of writes or fences, this order is
//! added to the formula for all tests, and the search goes on. So what is left at the end has none.
//!
//! Wickerson, Batty, Sorensen and Constantinides ("Automatically comparing memory consistency models", POPL
//! 2017) search executions in this way, with Alloy.

pub mod algebra;
mod asking;
pub mod axioms;
mod confirm;
pub mod costs;
pub mod events;
mod existence;
mod fences;
pub mod formula;
mod made;
pub mod matrix;
mod near;
mod normal;
mod orders;
mod recursion;
mod relations;
pub mod search;
mod sets;
pub mod shape;
mod shared;
pub mod sketch;
pub mod slots;
pub mod symmetry;
mod text;
