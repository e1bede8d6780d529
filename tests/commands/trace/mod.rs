//! `trace`: logs of loads and stores.

mod answers;
mod bad_input;
mod formats;
mod machines;
mod outcomes;
mod ran;
mod ran_short;
mod tables;
mod windows;
