//! `trace`: logs of loads and stores.

mod answers;
mod bad_input;
mod exported;
mod formats;
mod litmus7;
mod machines;
mod outcomes;
mod ran;
mod ran_short;
mod reasons;
mod streams;
mod tables;
mod windows;
