//! The command line as users and scripts see it.
#![expect(clippy::unwrap_used, reason = "a test")]

mod audit;
mod bad_input;
mod carried;
mod carried_broken;
mod carried_included;
mod check;
mod compare;
mod compare_map;
mod compare_models;
mod compare_names;
mod diagnostics;
mod diagnostics_files;
mod diagnostics_lists;
mod fences;
mod fences_written;
mod formats;
mod inputs;
mod loaded;
mod memory;
mod minimize;
mod other;
mod prove;
mod refused;
mod saved;
mod serve;
mod settings;
mod shells;
mod states;
mod suite;
pub mod support;
mod sweep;
mod synthesize;
mod terminal;
mod watch;
