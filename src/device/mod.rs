//! Tests on machines that exist, and on those that are simulated step by step: [`run`] runs them, [`outcomes`] judges what others have
//! seen, or an earlier run.

pub mod outcomes;
pub mod run;
