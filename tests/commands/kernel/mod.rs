//! `kernel`: launches of what compilers printed.

mod answers;
mod bad_input;
