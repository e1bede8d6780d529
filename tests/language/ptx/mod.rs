//! PTX: what compilers print is read, what is wrong is said.

mod assembler;
mod constants;
mod known;
mod refused;
mod rendered;
mod understood;
