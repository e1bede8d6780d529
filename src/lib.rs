//! A symbolic litmus-test verifier for GPU memory models.

pub mod execution;
<<<<<<< HEAD
pub mod explicit;
=======
pub mod logic;
>>>>>>> main
pub mod program;
pub mod relation;
pub mod syntax;
