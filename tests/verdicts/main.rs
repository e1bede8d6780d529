//! What a verdict is: the engines against each other, against the papers, and against known answers.

mod arithmetic;
mod counting;
mod differential;
mod endless;
mod explicit;
mod external;
mod fuzz;
#[path = "../support/golden.rs"]
mod golden;
mod hrf;
mod kernels;
mod laps;
mod large;
mod lessons;
mod limits;
mod loops;
mod narrow;
mod proofs;
mod ptx;
mod random_models;
mod relation_laws;
mod shared;
mod solvers;
mod standard_suite;
mod states;
#[path = "../support/suites.rs"]
mod suites;
mod termination;
mod trace;
mod ugpu;
mod user_models;
