//! `trace`: logs of loads and stores.

mod answers;
mod bad_input;
mod formats;
mod machines;
mod outcomes;
mod ran;
mod tables;
mod windows;
