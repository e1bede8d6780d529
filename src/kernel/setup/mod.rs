//! A launch on a module: kernels found, arguments laid out, memory with addresses, threads with places.

mod arguments;
mod bind;
mod earlier;
mod entry;
mod limits;
pub mod memory;
mod names;
pub mod outputs;
mod regions;
pub mod threads;

pub use bind::{Launch, Setup, bind};
