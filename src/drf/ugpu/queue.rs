//! What a thread of the machine is at.

use crate::ugpu::machine::expr::Arena;
use crate::ugpu::machine::path::Path;

/// What a thread was asked for since it was last done with all.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    /// The operations.
    pub path: Path,
    /// For each operation, the request that it answers, if it is the one that does.
    pub tags: Vec<Option<u32>>,
    /// Until when each is held back.
    pub held: Vec<u64>,
}

impl Queue {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            path: Path {
                ops: Vec::new(),
                arena: Arena::default(),
                registers: Vec::new(),
                constraints: Vec::new(),
                decisions: Vec::new(),
                turns: Vec::new(),
                truncated: false,
                jump: 0,
                stays: false,
            },
            tags: Vec::new(),
            held: Vec::new(),
        }
    }
}
