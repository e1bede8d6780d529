//! `drf`: random programs without races for a memory system.

mod answers;
mod bad_input;
mod devices;
mod exec;
mod exported;
mod judged;
mod protocols;
mod reachable;
mod stopped;
mod ugpu;
