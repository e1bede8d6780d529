//! All tests up to a size, as a formula: what sets two models with axioms apart is searched for with a solver.
//!
//! A [`shape`] says how many accesses each thread has. Everything else about a test and one execution of it are
//! literals ([`slots`]): kinds, locations, orders, scopes, fences, dependencies, placement, and who reads from
//! whom. The relations of a model are matrices of literals ([`relations`], [`algebra`]). The formula says that
//! the first model allows the execution and the second does not ([`formula`]). What comes back is written as a
//! litmus test ([`sketch`]) and both models are asked about it in the ordinary way ([`search`]): where the
//! second reaches the outcome by another execution, with another order of writes or fences, this order is
//! added to the formula for all tests, and the search goes on. So what is left at the end has none.
//!
//! Wickerson, Batty, Sorensen and Constantinides ("Automatically comparing memory consistency models", POPL
//! 2017) search executions in this way, with Alloy.

pub mod algebra;
pub mod axioms;
pub mod formula;
pub mod matrix;
pub mod relations;
pub mod search;
pub mod shape;
pub mod sketch;
pub mod slots;
pub mod symmetry;
