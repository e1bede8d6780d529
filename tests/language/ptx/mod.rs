//! PTX: what compilers print is read, what is wrong is said.

mod rendered;
mod understood;
