//! The machines of Sorensen et al. as devices: what the explorer tries in all ways, driven at random.
//!
//! An acquire is a relaxed atomic and a fence, a release a fence and a relaxed atomic, of block scope in `block` mode. The
//! fences keep order, so threads do not wait for their acquire before they go on, nor for their loads before they
//! release. Each rule of the machine can be bent ([`flaws`]).

pub mod flaws;
mod machine;
mod queue;

pub use flaws::Flaw;
pub use machine::Ugpu;
