//! The Utah models of GPUs: a machine that takes steps ([`machine`]), and the same as a formula over
//! time points ([`encode`]).

pub mod encode;
pub mod machine;
