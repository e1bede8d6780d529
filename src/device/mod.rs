//! Tests on machines that exist, and on those that are simulated step by step.

pub mod run;
