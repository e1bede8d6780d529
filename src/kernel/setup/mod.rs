//! A launch on a module: kernels found, arguments laid out, memory with addresses, threads with places.

mod arguments;
mod bind;
mod entry;
pub mod memory;
mod regions;
pub mod threads;

pub use bind::{Launch, Setup, bind};
