//! The command line: arguments, validated requests, the library, the exit code.
//!
//! [`args`] is what clap reads; [`request`] turns it into what is to be done, or refuses before any
//! work; a file a command does it; [`exit`] says how it went.

pub mod args;
mod ask_args;
mod asked;
mod audit;
mod batch;
pub mod batch_args;
pub mod batch_request;
mod carried;
mod check;
mod command;
pub mod compare;
mod compare_all;
mod compare_args;
mod compare_export;
mod compare_models;
mod compare_walk;
mod complaints;
mod config;
mod drf;
mod drf_args;
mod duration;
pub mod exit;
mod exported;
mod failure;
pub mod fences;
mod forms;
mod hardware;
mod hardware_args;
mod inputs;
mod interrupt;
mod invocation;
mod kernel;
mod kernel_args;
mod kernel_request;
mod lsp;
mod memory_args;
mod merge;
mod minimize;
mod models;
mod named;
mod output;
mod progress;
mod proofs;
mod prove;
pub mod request;
mod run;
mod serve;
mod shell;
mod show;
mod space_args;
mod states;
mod suite;
mod sweep;
mod synthesize;
mod tell_args;
mod trace;
mod trace_args;
mod trace_outcomes;
mod trace_stream;
mod trace_window;
mod watch;

pub use invocation::run_as;
pub use run::main;
