//! What threads did, for people.

use std::ops::Range;

use super::state::Value;

/// What a thread did in one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The thread.
    pub thread: usize,
    /// The function, as an index into the module's functions.
    pub function: usize,
    /// The instruction.
    pub at: usize,
    /// The elements of memory it used.
    pub elements: Vec<Element>,
    /// The barrier that it comes to, or the mask of the lanes that it waits for.
    pub barrier: u64,
    /// For how many threads that barrier waits, where it is said.
    pub waits_for: Option<u64>,
}

/// An element of memory that an instruction used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Where it begins.
    pub address: u64,
    /// How many bytes it has.
    pub size: usize,
    /// What was read.
    pub read: Option<Value>,
    /// What was written.
    pub written: Option<Value>,
}

impl Element {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Range<u64> {
        self.address..self.address.saturating_add(self.size as u64)
    }
}
