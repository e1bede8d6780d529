//! What is made of many checks: proofs, fences, smaller tests, reasons; each against brute force.

mod audit;
mod compare;
mod derivation;
mod done;
mod external;
mod fences;
#[path = "../support/golden.rs"]
mod golden;
mod hrf_reasons;
mod hrf_why;
mod mappings;
mod pairs;
mod prove;
mod space;
#[path = "../support/suites.rs"]
mod suites;
mod survey;
mod synthesize;
